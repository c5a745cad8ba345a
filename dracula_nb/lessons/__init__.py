"""One module per notebook that needs code: scenarios, plots, exercise checks. Nothing below imports it."""
