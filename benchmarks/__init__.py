"""Speed as ratios within one run: ``python -m benchmarks`` prints the table and what a person feels."""
