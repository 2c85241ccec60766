"""The mathematics report of a table: one document that a laboratory can file.

Its chapters follow what regulators and laboratories ask for; the last table says who asks for what, and where
it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analyzer.report.model import Chapter, Column, Report, Section, Table
from analyzer.report.table_identity import Subject, identity_sections, report_inputs, rules_sections
from analyzer.report.table_tree import table_tree
from analyzer.report.table_variants import exposure_sections, variant_sections
from analyzer.report.table_wagers import outcome_sections, volatility_sections, wager_sections
from analyzer.study.table_study import TableStudy

SCHEMA = "baccarat/report"
VERSION = 1

ASKED = (
    ("Rules of play, with examples", "Nevada Reg. 14.230(2); Maryland COMAR 36.05.03.20", "Rules"),
    (
        "True odds, payout odds and house advantage of each wager",
        "Maryland COMAR 36.05.03.20; Illinois 86 Ill. Adm. Code 3000.660",
        "What is reported on; Wagers",
    ),
    (
        "Statistical evaluation of the theoretical percentages",
        "Nevada Reg. 14.230(2); eCOGRA RTP percentage testing",
        "Wagers; Volatility",
    ),
    (
        "Theoretical return, volatility, and a tolerance by volume of play",
        "UK Gambling Commission, live RTP performance monitoring",
        "Wagers; Volatility",
    ),
    (
        "Confidence of 95% for monthly statistics",
        "Maryland COMAR 36.05.03.25",
        "Volatility",
    ),
    (
        "Awards at least once in 100 million games, or their odds displayed",
        "GLI-11 v3.0, 4.8.2",
        "Exposure and rare awards",
    ),
    (
        "What a change of pay table, decks or commission does to the theoretical hold",
        "Nevada, approval of variations",
        "Variants and break-even values",
    ),
    (
        "Results that others can verify",
        "Ontario AGCO 4.01 to 4.02",
        "Fingerprints; ways in all tables",
    ),
)
"""What is asked of such a report, by whom, and under which heading it is answered."""


def table_report(study: TableStudy, subject: Subject) -> Report:
    """The whole report of a table.

    Parameters
    ----------
    study : TableStudy
    subject : Subject
        Game or document, sources, what is missing, and the size of the table.
    """
    analysis = study.analysis
    inputs = report_inputs(study, subject)
    title = subject.title or analysis.rulebook.title
    return Report(
        SCHEMA,
        VERSION,
        f"Mathematics report: {title}; {analysis.shoe.describe()}",
        inputs,
        analysis.method,
        tuple(_sections(study, subject, inputs)),
        table_tree(study, subject),
    )


def _sections(study: TableStudy, subject: Subject, inputs: Mapping[str, Any]) -> Iterator[Section]:
    yield from identity_sections(study, subject, inputs)
    yield from rules_sections(study, subject)
    yield from outcome_sections(study)
    yield from wager_sections(study)
    yield from volatility_sections(study)
    yield from exposure_sections(study, subject)
    yield from variant_sections(study)
    yield Chapter("asked_chapter", "What is asked of a report, and where it stands")
    columns = (
        Column("asked", "Asked for", wraps=True),
        Column("by", "By", wraps=True),
        Column("chapter", "Chapter", wraps=True),
    )
    yield Table("asked", "", columns, ASKED)
