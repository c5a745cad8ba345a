"""The figures for print show what the scene shows."""

from __future__ import annotations

from io import BytesIO

import pytest

from dracula_nb.boards import heat
from dracula_nb.boards.plots import map_figure, trail_figure
from dracula_nb.boards.scene import MapView, Piece, TrailCard
from dracula_nb.maps import europe

VIEW = MapView(
    "Who pays $3 or $4?",
    pieces=(Piece("G", "Lord Godalming", "Munich"),),
    trail=(TrailCard(1, "city"), TrailCard(2, "Paris", "Paris")),
    heat=(("Vienna", 0.5), ("Black Sea", 0.126), ("Prague", 0.004)),
    model="uniform",
    changed=frozenset({"Leipzig"}),
)


def test_the_map_figure_has_the_numbers_and_names_of_the_view() -> None:
    texts = map_figure(VIEW, "50m").axes[0].texts
    numbers = {
        t.get_gid().removeprefix("chance:"): t.get_text() for t in texts if (t.get_gid() or "").startswith("chance:")
    }
    assert numbers == {"Vienna": "50", "Black Sea": "13", "Prague": "<1"}
    names: dict[str, list[str]] = {}
    for text in texts:
        if (text.get_gid() or "").startswith("name:"):
            names.setdefault(text.get_gid().removeprefix("name:"), []).append(text.get_text())
    assert {place: " ".join(lines) for place, lines in names.items()} == {place: place for place in europe("2006")}


def test_the_map_figure_has_title_model_pieces_and_trail() -> None:
    texts = map_figure(VIEW, "50m").axes[0].texts
    shown = [text.get_text() for text in texts]
    # dollar signs would else start mathematics
    assert not any(text.get_parse_math() for text in texts)
    assert "Who pays $3 or $4?" in shown
    assert any("assuming: uniform" in text for text in shown)
    assert "Lord Godalming – Munich" in shown
    assert shown.count("?") == 4
    assert shown.count("city") == 1


def test_the_fill_of_a_place_is_the_tone_of_its_chance() -> None:
    from matplotlib.colors import to_hex

    axes = map_figure(VIEW, "50m").axes[0]
    number = next(text for text in axes.texts if text.get_gid() == "chance:Vienna")
    # the disc that was drawn last before the number lies under it
    under = max(
        (patch for patch in axes.patches if patch.get_zorder() < number.get_zorder()), key=lambda p: p.get_zorder()
    )
    assert to_hex(under.get_facecolor()) == heat.as_hex(heat.tone(0.5))


def test_the_map_figure_can_be_saved_and_leaves_no_pyplot_figure_open() -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    target = BytesIO()
    map_figure(VIEW, "50m").savefig(target, format="png", dpi=30)
    assert target.getvalue().startswith(b"\x89PNG")
    assert plt.get_fignums() == before


def test_the_trail_figure_ranks_the_places_and_sums_up_the_rest() -> None:
    chances = [("Rome", 0.05), ("Vienna", 0.6), ("Paris", 0.25), ("London", 0.1)]
    newest, second = trail_figure([(1, chances), (2, [("Prague", 1.0)])], most=2).axes
    assert [label.get_text() for label in newest.get_yticklabels()] == ["Vienna", "Paris"]
    assert [text.get_text() for text in newest.texts] == ["60", "25"]
    assert newest.get_xlabel() == "others: 15"
    assert [bar.get_width() for bar in newest.patches] == [0.6, 0.25]
    assert second.get_title() == "position 2"
    assert second.get_xlabel() == ""


def test_a_trail_figure_without_layers_says_so() -> None:
    assert [axes.get_title() for axes in trail_figure([]).axes] == ["no trail yet"]


def test_an_unknown_coastline_is_refused() -> None:
    with pytest.raises(ValueError, match="coastline resolution '1m'"):
        map_figure(VIEW, "1m")
