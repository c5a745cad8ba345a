"""Every comparison in one run, as a table: ``python -m benchmarks``."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> None:
    """Print the ratios of every ``bench_*.py``, what a person waits for, and how well models did."""
    benches = [import_module(f"benchmarks.{path.stem}") for path in sorted(FOLDER.glob("bench_*.py"))]
    print(f"{'work':34}{'against':32}{'times':>9}{'at least':>10}  remark")
    for bench in benches:
        for row in bench.ratios():
            figure = "none" if row["ratio"] is None else f"{row['ratio']:.1f}"
            remark = row.get("remark", row.get("reason", ""))
            print(f"{row['work']:34}{row['against']:32}{figure:>9}{row['at_least']:>10}  {remark}", flush=True)
    print(f"\n{'what a person waits for':50}{'seconds':>9}{'at most':>9}")
    for bench in benches:
        for what, took, limit in getattr(bench, "notes", list)():
            print(f"{what:50}{took:9.3f}{limit:9.1f}", flush=True)
    for bench in benches:
        if hasattr(bench, "scores"):
            print(f"\n{bench.scores()}")


if __name__ == "__main__":
    main()
