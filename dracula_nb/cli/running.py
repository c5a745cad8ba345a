"""Runs a command and turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import io
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
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that lacks a letter shows its number instead
        sys.stdout.reconfigure(errors="backslashreplace")
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
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # not `command.main`, which would leave Python itself where a reader of our output has left
        with command.make_context("dracula-nb", words) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as leaving:
        return _flushed(leaving.exit_code)
    except BrokenPipeError:
        return _close_output()
    except UsageError as error:
        complain(f"{error.format_message().rstrip('.')}; try: dracula-nb --help")  # type: ignore[attr-defined]
    except DraculaError as error:
        complain(str(error))
    except OSError as error:
        complain(
            f"{error.filename or 'output'}: {error.strerror or type(error).__name__}; expected to read or write it"
        )
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    else:
        return 0
    return BAD_INPUT


def _flushed(code: int) -> int:
    """The code, once what was printed has been handed on."""
    try:
        if sys.stdout is not None:  # a closed one is None
            sys.stdout.flush()
    except BrokenPipeError:
        return _close_output()
    return code


def _close_output() -> int:
    """Send what is still buffered nowhere: its reader has left, as in ``... | head``, which is no error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return 0
