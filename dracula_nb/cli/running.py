"""Runs a command and turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from dracula_nb.cli.app import app
from dracula_nb.cli.printing import complain
from dracula_nb.core.errors import DraculaError

BAD_INPUT = 2
INTERRUPTED = 130

# Typer carries its own copy of click from some release on: this is click's class for wrong usage, wherever it is.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    sys.exit(run())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments
        The words after ``dracula-nb``; those of this process where None.

    Returns
    -------
    The exit code: 0 done, 2 bad input, 3 a contradiction, 130 interrupted.

    Examples
    --------
    >>> run(["rules", "chess"])
    2
    """
    command = typer.main.get_command(app)
    try:
        code = command.main(
            args=None if arguments is None else list(arguments), prog_name="dracula-nb", standalone_mode=False
        )
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left, as in `... | head`
        _close_output()
        return 0
    except UsageError as error:
        complain(f"{error.format_message().rstrip('.')}; try: dracula-nb --help")  # type: ignore[attr-defined]
        return BAD_INPUT
    except DraculaError as error:
        complain(str(error))
        return BAD_INPUT
    except OSError as error:
        complain(
            f"{error.filename or 'output'}: {error.strerror or type(error).__name__}; expected to read or write it"
        )
        return BAD_INPUT
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _close_output() -> None:
    """Send what is still buffered nowhere, so that leaving Python does not complain once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
