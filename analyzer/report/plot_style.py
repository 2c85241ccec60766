"""How pictures look, and how they become files: the same bytes on every machine and from every folder.

matplotlib would read a settings file of the current folder, put the date and random names into its files, and
look for the fonts of the machine.
Every picture is therefore drawn under the library's own settings with those below on top, in the font that it
brings along.

The colours are those of Okabe and Ito, which people with any kind of colour blindness can tell apart;
wherever a colour means something, a word or a shape says the same.
"""

from __future__ import annotations

import io
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from analyzer.errors import UsageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = {"svg": ".svg", "png": ".png", "pdf": ".pdf"}
"""Kinds of picture files and their suffixes."""

INLINE = "inline"
"""SVG to be put into a page: text stays text, and ink and paper follow the page's colours."""

INK, FAINT, LINES, PAPER = "#1b1f24", "#59636e", "#d0d7df", "#ffffff"
"""Text, small text, grid lines and background; a page may put its own in their place."""

ON_DARK, ON_LIGHT = "#fefefe", "#0a0a0a"
"""Text on coloured areas, the same on every page."""

BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, GREY = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#e69f00",
    "#8c959f",
)
OUTCOME_COLOURS = {"player": BLUE, "banker": ORANGE, "tie": GREEN}

POINTS_PER_INCH = 72
DOTS_PER_INCH = 200
SIZE, SMALL, TINY = 9, 8, 7

_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": SIZE,
    "axes.titlesize": SIZE,
    "axes.titlelocation": "left",
    "axes.labelsize": SMALL,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "axes.formatter.use_locale": False,
    "text.color": INK,
    "text.usetex": False,
    "text.parse_math": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "grid.color": LINES,
    "grid.linewidth": 0.6,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "svg.hashsalt": "baccarat",
    "path.simplify": False,
    "pdf.compression": 6,
    "pdf.fonttype": 42,
}

_NOT_ABOUT_LOOKS = (
    "backend",
    "date.epoch",
    "docstring",
    "interactive",
    "timezone",
    "tk",
    "toolbar",
    "webagg",
)
"""Settings of windows and sessions, which no file depends on and which may be set only once."""

_PAGE_COLOURS = {INK: "var(--ink)", FAINT: "var(--faint)", LINES: "var(--line)"}


def readable_on(colour: tuple[float, ...]) -> str:
    """Black or white text, whichever has more contrast on a colour.

    Examples
    --------
    >>> readable_on((1.0, 1.0, 1.0)) == ON_LIGHT, readable_on((0.0, 0.2, 0.4)) == ON_DARK
    (True, True)
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    # Contrast with white and with black is equal where (1.05 / (L + 0.05)) = (L + 0.05) / 0.05.
    return ON_DARK if (luminance + 0.05) ** 2 < 1.05 * 0.05 else ON_LIGHT


def fitted(text: str, inches: float, size: float = SMALL, weight: str = "normal") -> str:
    """A text that is cut so that it is not wider than so many inches.

    Examples
    --------
    >>> fitted("Banker wins with a three-card 7", 1), fitted("tie", 1)
    ('Banker wins wit…', 'tie')
    """
    text = " ".join(text.split())
    if text_width(text, size, weight) <= inches:
        return text

    def is_too_wide(kept: int) -> bool:
        return text_width(f"{text[:kept].rstrip()}…", size, weight) > inches

    letters = bisect_left(range(len(text)), True, key=is_too_wide)
    return f"{text[: max(letters - 1, 1)].rstrip()}…"


def text_width(text: str, size: float = SMALL, weight: str = "normal") -> float:
    """Width of a text in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS_PER_INCH


@contextmanager
def drawing() -> Iterator[None]:
    """The settings of the library itself and those of this project, whatever anybody has set up."""
    import matplotlib

    settings: Any = {
        name: value
        for name, value in matplotlib.rcParamsDefault.items()
        if not name.startswith(_NOT_ABOUT_LOOKS)
    }
    settings |= _SETTINGS
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # A title may hold letters that the font does not have; they become boxes, on a page letters again.
        warnings.filterwarnings("ignore", "Glyph", UserWarning)
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty picture of some inches, without a window system behind it."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER)


def canvas(figure: Figure, left: float, bottom: float, right: float, top: float) -> Axes:
    """Axes that leave margins of so many inches on the four sides of a figure."""
    width, height = figure.get_size_inches()
    return figure.add_axes(
        (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
    )


def bare(axes: Axes) -> Axes:
    """Axes without frame, ticks and labels."""
    axes.set_axis_off()
    return axes


def rendered_figure(figure: Figure, kind: str, title: str = "", description: str = "") -> bytes:
    """A picture as the bytes of a file.

    Parameters
    ----------
    figure : matplotlib Figure
    kind : {"svg", "png", "pdf", "inline"}
    title, description : str, optional
        For people who listen to an SVG.

    Raises
    ------
    UsageError
        There is no such kind.
    """
    stream = io.BytesIO()
    if kind == "svg":
        figure.savefig(stream, format="svg", metadata=_NO_METADATA)
        return _told(stream.getvalue().decode(), title, description).encode()
    if kind == INLINE:
        return _told(_for_a_page(figure), title, "").encode()
    if kind == "png":
        figure.savefig(stream, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
        return stream.getvalue()
    if kind == "pdf":
        nothing = {"CreationDate": None, "Creator": None, "Producer": None}
        figure.savefig(stream, format="pdf", metadata=nothing)
        return stream.getvalue()
    raise UsageError(f'there is no picture of the kind "{kind}"', mend=f"choose one of {', '.join(KINDS)}")


_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def _told(text: str, title: str, description: str) -> str:
    """An SVG that says what it shows."""
    if not title:
        return text
    told = f"<title>{escape(title)}</title>"
    if description:
        told += f"<desc>{escape(description)}</desc>"
    label = quoteattr(title)
    return re.sub(
        r"<svg\b([^>]*)>", lambda match: f'<svg{match[1]} role="img" aria-label={label}>{told}', text, count=1
    )


def _for_a_page(figure: Figure) -> str:
    """An `<svg>` element whose text is text, whose size follows the page, and without names of its own."""
    import matplotlib

    stream = io.BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(stream, format="svg", transparent=True, metadata=_NO_METADATA)
    text = stream.getvalue().decode()
    text = text[text.index("<svg") :]
    # Its style would be that of the whole page, which has the same among its own.
    text = re.sub(r"<(metadata|style)\b.*?</\1>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', r'<svg viewBox="\1">', text, count=1)
    # Several pictures share a page, so names that nothing refers to would only collide.
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text))
    text = re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in used else "", text)
    for colour, page_colour in _PAGE_COLOURS.items():
        text = text.replace(colour, page_colour)
    text = text.replace("xlink:href", "href")
    text = re.sub(r'\bd="([^"]*)"', lambda match: f'd="{" ".join(match[1].split())}"', text)
    return re.sub(r"\s*\n\s*", "\n", text)
