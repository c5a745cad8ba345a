"""Read the two tables of a map (places and links) and turn them into a checked, frozen graph."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable

import networkx as nx

from dracula_nb.core.errors import RulebookError

PLACE_COLUMNS = (
    "name",
    "code",
    "older_code",
    "number",
    "kind",
    "size",
    "port",
    "region",
    "side",
    "lat",
    "lon",
    "position_source",
    "reading",
    "source",
    "provenance",
)
LINK_COLUMNS = ("a", "b", "mode", "colour", "reading", "source", "provenance", "colour_provenance")
KINDS = ("city", "sea", "castle", "hospital")
# a number cell with this word: the place's rank on the map in play
ALPHABETICAL = "alphabetical"
MODES = ("road", "rail", "sea")
PROVENANCES = ("given", "published", "reconstructed")

Row = dict[str, str]
NumberedRow = tuple[int, Row]


def read_table(path: Traversable, columns: Sequence[str]) -> list[NumberedRow]:
    """Read a CSV table with its line numbers.

    Parameters
    ----------
    path
        The table; UTF-8, with a header line.
    columns
        Columns that the table has to have; further ones are kept.

    Returns
    -------
    One (line number, row) pair for each data row, in file order; cells are stripped of blanks. RulebookError
    where the file or a column is missing, or a row is too long or too short.

    Examples
    --------
    >>> from dracula_nb.resources import data_root
    >>> line, row = read_table(data_root() / "maps" / "places_2006.csv", ["name"])[0]
    >>> line, row["name"]
    (2, 'Adriatic Sea')
    """
    try:
        # utf-8-sig: spreadsheets may put a byte order mark before the header
        with path.open(encoding="utf-8-sig") as handle:
            reader = csv.DictReader(handle)
            missing = [column for column in columns if column not in (reader.fieldnames or ())]
            if missing:
                raise RulebookError(f"{path.name}, row 1: no column {missing[0]!r}; expected {', '.join(columns)}")
            rows = [(reader.line_num, dict(row)) for row in reader]
    except FileNotFoundError:
        raise RulebookError(f"{path.name}: no such table; expected a CSV file with {', '.join(columns)}") from None
    except UnicodeDecodeError:
        raise RulebookError(f"{path.name}: not text in UTF-8; expected a CSV file saved as UTF-8") from None
    for line, row in rows:
        # csv marks an overlong row with a None key and a short one with None values
        if None in row or None in row.values():
            raise RulebookError(f"{path.name}, row {line}: wrong number of cells; expected {len(row)} as in the header")
    return [(line, {key: value.strip() for key, value in row.items()}) for line, row in rows]


def read_map(folder: Traversable, edition: str, *, readings: Mapping[str, str] | None = None) -> nx.MultiGraph[str]:
    """Build a map from `places_<edition>.csv` and `roads_<edition>.csv` of a folder.

    Parameters
    ----------
    folder
        Where the two tables are: the package's own, or a folder of one's own tables.
    edition
        Names the tables, and becomes the graph's attribute `edition`.
    readings
        Option name to value: a row whose `reading` cell is ``option=value`` is taken only under that value;
        a row with an empty cell always is.

    Returns
    -------
    A frozen graph as `europe` describes it.

    Raises
    ------
    RulebookError
        A table is missing, torn or contradicts itself; the message names file and row.

    Examples
    --------
    >>> from dracula_nb.resources import data_root
    >>> len(read_map(data_root() / "maps", "2006"))
    71
    """
    wanted = {f"{option}={value}" for option, value in (readings or {}).items()} | {""}
    places, roads = folder / f"places_{edition}.csv", folder / f"roads_{edition}.csv"
    place_rows = [pair for pair in read_table(places, PLACE_COLUMNS) if pair[1]["reading"] in wanted]
    link_rows = [pair for pair in read_table(roads, LINK_COLUMNS) if pair[1]["reading"] in wanted]
    graph: nx.MultiGraph[str] = nx.MultiGraph(edition=edition)
    _add_places(graph, place_rows, places.name)
    _add_links(graph, link_rows, roads.name)
    _check_whole(graph, place_rows, places.name)
    return nx.freeze(graph)


def _add_places(graph: nx.MultiGraph[str], rows: Sequence[NumberedRow], file: str) -> None:
    """Add the places in alphabetical order."""
    seen: dict[str, str] = {}
    checked = []
    ranks = _ranks(row for _, row in rows)
    for line, row in rows:
        where = f"{file}, row {line}"
        _once(seen, "name", row["name"], where)
        for code in filter(None, (row["code"], row["older_code"])):
            _once(seen, "code", code, where)
        number = str(ranks[row["name"]]) if row["number"] == ALPHABETICAL else row["number"]
        if number:
            _once(seen, "number", number, where)
        checked.append((row["name"], _place(row | {"number": number}, where)))
    graph.add_nodes_from(sorted(checked, key=lambda pair: pair[0]))


def _ranks(rows: Iterable[Row]) -> dict[str, int]:
    """Name to number by the alphabet: cities and castle from 1, then the sea zones; a hospital has none."""
    ordered = sorted((row["kind"] == "sea", row["name"]) for row in rows if row["kind"] != "hospital")
    return {name: rank for rank, (_, name) in enumerate(ordered, start=1)}


def _place(row: Row, where: str) -> dict[str, object]:
    """The attributes of one place."""
    kind = _one_of(row, "kind", KINDS, where)
    size = _one_of(row, "size", ("small", "large") if kind == "city" else ("",), where)
    port = _one_of(row, "port", ("yes", "no") if kind != "sea" else ("", "no"), where)
    if len(row["code"]) != 2:
        raise RulebookError(f"{where}: code {row['code']!r} of {row['name']}; expected two letters")
    if row["number"] and not row["number"].isdecimal():
        raise RulebookError(f"{where}: number {row['number']!r}; expected digits, {ALPHABETICAL} or an empty cell")
    return {
        "kind": kind,
        "size": size or None,
        "port": port == "yes",
        "region": row["region"] or None,
        "side": _one_of(row, "side", ("east", "west", ""), where) or None,
        "number": int(row["number"]) if row["number"] else None,
        "code": row["code"],
        "older_code": row["older_code"] or None,
        "lat": _degrees(row, "lat", 90, where),
        "lon": _degrees(row, "lon", 180, where),
        "position_source": row["position_source"],
        "source": row["source"],
        "provenance": _one_of(row, "provenance", PROVENANCES, where),
    }


def _add_links(graph: nx.MultiGraph[str], rows: Iterable[NumberedRow], file: str) -> None:
    """Add the links; the mode is the key, so that `graph[a][b]["road"]` is the road between two places."""
    for line, row in rows:
        where = f"{file}, row {line}"
        a, b = row["a"], row["b"]
        mode = _one_of(row, "mode", MODES, where)
        for end in (a, b):
            if end not in graph:
                raise RulebookError(f"{where}: unknown place {end!r}; expected a name of the places table")
        if a == b:
            raise RulebookError(f"{where}: {mode} from {a} to itself; expected two places")
        if graph.has_edge(a, b, key=mode):
            raise RulebookError(f"{where}: the {mode} {a} - {b} is there twice; expected each link once")
        seas = [end for end in (a, b) if graph.nodes[end]["kind"] == "sea"]
        if (mode == "sea") != bool(seas):
            raise RulebookError(f"{where}: {mode} {a} - {b}; expected mode sea exactly where an end is a sea zone")
        colour = _one_of(row, "colour", ("", "white", "yellow") if mode == "rail" else ("",), where)
        graph.add_edge(
            a,
            b,
            key=mode,
            mode=mode,
            colour=colour or None,
            source=row["source"],
            provenance=_one_of(row, "provenance", PROVENANCES, where),
            colour_provenance=_one_of(row, "colour_provenance", (*PROVENANCES, "") if colour else ("",), where) or None,
        )


def _check_whole(graph: nx.MultiGraph[str], rows: Sequence[NumberedRow], file: str) -> None:
    """Check what only the whole map shows: ports touch the sea, and every place can be reached."""
    if not rows:
        raise RulebookError(f"{file}: no place; expected at least one row")
    reached = nx.node_connected_component(graph, rows[0][1]["name"])
    for line, row in rows:
        name = row["name"]
        if name not in reached:
            raise RulebookError(
                f"{file}, row {line}: no way leads to {name} from {rows[0][1]['name']}; expected one map"
            )
        touches_sea = any(mode == "sea" for _, _, mode in graph.edges(name, keys=True))
        if row["kind"] != "sea" and touches_sea != graph.nodes[name]["port"]:
            raise RulebookError(
                f"{file}, row {line}: port {row['port']!r} of {name}; expected yes exactly with a sea link"
            )


def _once(seen: dict[str, str], column: str, value: str, where: str) -> None:
    """Refuse an empty value, and one that an earlier row has."""
    if not value:
        raise RulebookError(f"{where}: empty {column}; expected one")
    earlier = seen.setdefault(f"{column} {value}", where)
    if earlier != where:
        raise RulebookError(f"{where}: {column} {value!r} is already in {earlier}; expected each once")


def _one_of(row: Row, column: str, allowed: Collection[str], where: str) -> str:
    """The cell, if it holds an allowed word."""
    if row[column] not in allowed:
        words = ", ".join(word or "an empty cell" for word in allowed)
        raise RulebookError(f"{where}: {column} {row[column]!r}; expected {words}")
    return row[column]


def _degrees(row: Row, column: str, bound: int, where: str) -> float:
    """The cell as degrees."""
    try:
        value = float(row[column])
    except ValueError:
        value = float("nan")
    if not -bound <= value <= bound:
        raise RulebookError(f"{where}: {column} {row[column]!r}; expected degrees from -{bound} to {bound}")
    return value
