"""How a probability looks: its number in 100, its tone, and the ink that is readable on that tone.

The tones are of one hue and get darker channel by channel, so that they keep their order in grey.
"""

from __future__ import annotations

from itertools import pairwise

Colour = tuple[int, int, int]

# no channel ever rises from one stop to the next: that is what keeps the order in grey
STOPS: tuple[tuple[float, Colour], ...] = (
    (0.0, (255, 240, 222)),
    (0.25, (253, 199, 150)),
    (0.5, (238, 121, 82)),
    (0.75, (178, 34, 40)),
    (1.0, (88, 4, 22)),
)
CERTAIN = 1 - 1e-12
"""Above this a probability is 1 but for the rounding of sums."""


def in_hundred(probability: float) -> str:
    """The number printed at a place; "0" never stands for what is possible, "100" only for what is certain.

    >>> [in_hundred(p) for p in (1e-9, 0.0099, 0.01, 0.126, 0.996, 1.0)]
    ['<1', '<1', '1', '13', '>99', '100']
    """
    if probability >= CERTAIN:
        return "100"
    if probability < 0.01:
        return "<1"
    return ">99" if probability > 0.99 else str(round(100 * probability))


def in_words(probability: float) -> str:
    """The same number to be spoken.

    >>> in_words(0.126), in_words(1e-9), in_words(0.9999)
    ('13 in 100', 'less than 1 in 100', 'more than 99 in 100')
    """
    text = in_hundred(probability)
    return f"{text.replace('<', 'less than ').replace('>', 'more than ')} in 100"


def tone(probability: float) -> Colour:
    """Red, green and blue (0 to 255) for a probability; the same in every picture, darker for likelier places.

    The scale follows the square root, so that 2 and 8 in 100 still differ.

    >>> tone(0.0), tone(1.0)
    ((255, 240, 222), (88, 4, 22))
    """
    at = min(max(probability, 0.0), 1.0) ** 0.5
    for (low, dark), (high, darker) in pairwise(STOPS):
        if at <= high:
            share = (at - low) / (high - low)
            red, green, blue = (round(a + share * (b - a)) for a, b in zip(dark, darker, strict=True))
            return red, green, blue
    return STOPS[-1][1]


def lightness(colour: Colour) -> float:
    """Relative luminance of a colour of the sRGB space: 0 black, 1 white.

    >>> lightness((0, 0, 0)), round(lightness((255, 255, 255)), 9)
    (0.0, 1.0)
    """
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: Colour) -> str:
    """Black or white, whichever stands out more on a colour.

    >>> ink(tone(0.01)), ink(tone(0.9))
    ('#000000', '#ffffff')
    """
    light = lightness(colour)
    return "#000000" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff"


def as_hex(colour: Colour) -> str:
    """A colour as SVG and matplotlib write it.

    >>> as_hex((255, 0, 16))
    '#ff0010'
    """
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def _linear(channel: float) -> float:
    """One channel of sRGB without its gamma."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
