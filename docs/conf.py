"""How Sphinx builds the pages; nothing is fetched, and pages about the library are written from it first."""

import sys
from pathlib import Path

from analyzer import __version__

project = "Baccarat Analyzer"
author = "the baccarat-analyzer authors"
project_copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_ambiguous"]
exclude_patterns = ["_build"]
default_role = "code"
nitpicky = False

autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"Baccarat Analyzer {release}"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
# Answers on a terminal are 100 columns wide, and should fit without scrolling.
html_theme_options = {"navigation_with_keys": True, "light_css_variables": {"code-font-size": "75%"}}


def setup(app):
    """Write the pages about the library before Sphinx looks for pages."""
    sys.path.insert(0, str(app.srcdir))
    from generate import write_pages

    app.connect("config-inited", lambda app, config: write_pages(Path(app.srcdir) / "generated"))
