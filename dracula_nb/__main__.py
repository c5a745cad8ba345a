"""``python -m dracula_nb`` is the command ``dracula-nb``."""

from dracula_nb.cli import main

if __name__ == "__main__":
    main()
