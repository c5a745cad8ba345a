"""The commands and their options; what they do is in the module of each, loaded when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="dracula-nb",
    help="Hidden-movement and hidden-card Dracula board games: deduction, rules, replays and notebooks.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Tables = Annotated[
    Path | None, typer.Option("--tables", metavar="DIR", help="A folder of your own tables (see: tables).")
]
Rule = Annotated[
    list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="An option of the rules, as last_round=20.")
]
Players = Annotated[
    str | None, typer.Option("--players", metavar="SIDE=POLICY,...", help="Who plays: dracula=evasive,hunters=greedy.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="hunt")]


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if show_version:
        from dracula_nb.cli.reading import version

        print(f"dracula-nb {version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def lab(
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port; Jupyter's own choice if left out.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
) -> None:
    """Open JupyterLab on a copy of the notebooks in ./dracula-notebooks; an older copy stays."""
    from dracula_nb.cli.lab import lab as run_lab

    run_lab(port, not no_browser)


@app.command()
def desk(
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port; Voila's own choice if left out.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
) -> None:
    """Open the hunters' desk as a web page; case files are kept in ./dracula-notebooks."""
    from dracula_nb.cli.desk import desk as run_desk

    run_desk(port, not no_browser)


def _show_clues(asked: bool) -> None:
    """Print the page on case files and end, before anything else is asked for."""
    if asked:
        from dracula_nb.cli.reading import clues_page

        print(clues_page())
        raise typer.Exit()


@app.command()
def deduce(  # noqa: PLR0913 - a command's options are its parameters
    case: Annotated[str, typer.Argument(metavar="CASE", help="A case file or past plays; - for standard input.")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="G", help="The game the case is of; by its header, else hunt.")
    ] = None,
    model: Annotated[
        str, typer.Option("--model", metavar="M", help="How Dracula chooses: uniform, evasive, evasive(0.5), adaptive.")
    ] = "uniform",
    upto: Annotated[
        int | None, typer.Option("--upto", metavar="N", min=0, help="Use the first N lines (of past plays: plays).")
    ] = None,
    why: Annotated[str | None, typer.Option("--why", metavar="PLACE", help="Say why he cannot be there.")] = None,
    advise: Annotated[bool, typer.Option("--advise", help="Say where the next hunter should go.")] = False,
    clues: Annotated[
        bool,
        typer.Option("--clues", is_eager=True, callback=_show_clues, help="Print every line a case file can hold."),
    ] = False,
    as_json: AsJson = False,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the map with the answer.")] = None,
    tables: Tables = None,
) -> None:
    """Say where Dracula can be, how likely, and why not elsewhere. Exit code 3: the case contradicts itself."""
    from dracula_nb.cli.deduce import Question
    from dracula_nb.cli.deduce import deduce as run_deduce

    question = Question(case, game, model, upto, why, tables, advise)
    raise typer.Exit(run_deduce(question, as_json=as_json, png=png))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A playthrough or past plays; - for standard input.")],
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="P", help="The seat; the first one for a playthrough.")
    ] = None,
    as_json: AsJson = False,
    tables: Tables = None,
) -> None:
    """Check a playthrough or past plays, and print what a seat saw."""
    from dracula_nb.cli.replay import replay as run_replay

    run_replay(file, seat, tables=tables, as_json=as_json)


@app.command()
def play(  # noqa: PLR0913 - a command's options are its parameters
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="P", help="Yours; repeat it, or all. The first side's where left out."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of dice and policies; new if none.")] = None,
    players: Players = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on from a saved play.")] = None,
    rule: Rule = None,
    tables: Tables = None,
) -> None:
    """Play in the terminal, against policies or several at one screen. Reads a script from a pipe, too."""
    from dracula_nb.cli.play import Request
    from dracula_nb.cli.play import play as run_play

    run_play(Request(game, tuple(seat or ()), seed, players, resume, tuple(rule or ()), tables))


@app.command()
def simulate(  # noqa: PLR0913 - a command's options are its parameters
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes of this machine.")] = 1,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, in place of --workers.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write a row a game: .csv, or .jsonl for JSON lines.")
    ] = None,
    as_json: AsJson = False,
    rule: Rule = None,
    tables: Tables = None,
) -> None:
    """Let policies play many games, and count who won. The result does not depend on the workers."""
    from dracula_nb.cli.simulate import Request
    from dracula_nb.cli.simulate import simulate as run_simulate

    request = Request(game, players, games, seed, workers, scheduler, tuple(rule or ()), tables)
    run_simulate(request, out=out, as_json=as_json)


@app.command()
def odds(  # noqa: PLR0913 - a command's options are its parameters
    game: Annotated[str, typer.Argument(metavar="GAME", help="fury_trail")],
    hunter: Annotated[str, typer.Option("--hunter", metavar="NAME", help="godalming, seward, helsing or mina.")],
    cards: Annotated[
        str, typer.Option("--cards", metavar="CARD,...", help="Combat items; with the basic cards if none is named.")
    ] = "",
    health: Annotated[int | None, typer.Option("--health", metavar="N", help="The hunter's; all if left out.")] = None,
    dracula_health: Annotated[
        int | None, typer.Option("--dracula-health", metavar="N", help="Dracula's; all if left out.")
    ] = None,
    bites: Annotated[
        int | None, typer.Option("--bites", metavar="N", help="The hunter's, Mina's own one among them.")
    ] = None,
    time: Annotated[str, typer.Option("--time", metavar="WHEN", help="night (Dusk) or day (Dawn).")] = "night",
    utility: Annotated[
        str, typer.Option("--utility", metavar="U", help="weighted, damage, bite or survive.")
    ] = "weighted",
    seed_only: Annotated[bool, typer.Option("--seed-only", help="By the rule text's own words alone.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what a fight is worth, how to play it, and how it ends, in counts out of 100."""
    from dracula_nb.cli.odds import Request
    from dracula_nb.cli.odds import odds as run_odds

    request = Request(game, hunter, cards, health, dracula_health, bites, time, utility, seed_only)
    run_odds(request, as_json=as_json)


@app.command()
def rules(
    game: GameName,
    id_: Annotated[str | None, typer.Option("--id", metavar="ID", help="The rule of this id.")] = None,
    search: Annotated[str | None, typer.Option("--search", metavar="TEXT", help="Rules with all these words.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which rules the tests prove.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game, search them, or show which of them tests prove."""
    from dracula_nb.cli import rules as room

    if sum([id_ is not None, search is not None, coverage]) > 1:
        raise typer.BadParameter("expected only one of --id, --search, --coverage")
    if coverage:
        room.show_coverage(game, as_json=as_json)
    else:
        room.rules(game, id_=id_, search=search, as_json=as_json)


@app.command()
def tables(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write them into.")],
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:
    """Write the tables of a game as CSV files to be edited."""
    from dracula_nb.cli.tables import tables as run_tables

    run_tables(game, out, force=force)


@app.command()
def doctor() -> None:
    """Say what is installed, what is missing and how to get it."""
    from dracula_nb.cli.doctor import doctor as run_doctor

    run_doctor()
