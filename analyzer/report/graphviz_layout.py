"""The decision graph laid out by Graphviz, an optional extra."""

from __future__ import annotations

from analyzer.deal.graph_export import graph_lines
from analyzer.deal.graph_view import View
from analyzer.errors import OutputError

INSTALL = (
    "install both: `pip install 'baccarat-analyzer[graphviz]'` and Graphviz itself (Debian: apt-get install"
    " graphviz), or leave --layout out"
)


def graphviz_picture(view: View, kind: str) -> bytes:
    """A view as a picture of a kind, `svg`, `png` or `pdf`, drawn by the program `dot`.

    Raises
    ------
    OutputError
        The package or the program is missing, or the program failed.
    """
    try:
        import graphviz
    except ImportError:
        raise OutputError(
            "the layout of Graphviz needs the package graphviz, which is not installed", mend=INSTALL
        ) from None
    source = graphviz.Source("".join(graph_lines(view, "dot")))
    try:
        drawn: bytes = source.pipe(format=kind)
    except graphviz.ExecutableNotFound:
        raise OutputError("the program dot of Graphviz is not installed", mend=INSTALL) from None
    except graphviz.CalledProcessError as error:
        raise OutputError(f"dot failed with exit code {error.returncode}") from None
    return drawn
