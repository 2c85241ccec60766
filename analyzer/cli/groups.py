"""Groups of commands that answer a misspelt name with the nearest one and import a command when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from analyzer.errors import UsageError, did_you_mean


class Group(click.Group):
    """A group that answers a misspelt command with the nearest one, and none with its help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left for the command; without any arguments the help is shown, and that is all."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, its name and what follows it."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            raise UsageError(
                f'there is no command "{args[0]}"',
                where=ctx.command_path,
                mend=did_you_mean(args[0], names) or f"its commands are {', '.join(names)}",
            )
        return super().resolve_command(ctx, args)


class LazyGroup(Group):
    """A group whose commands are imported when they run.

    Parameters
    ----------
    modules : mapping of str to (str, str)
        For each command the module that holds it as `command`, and its one-line help.
    """

    def __init__(self, *args: Any, modules: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now."""
        if cmd_name not in self.modules:
            return None
        command: click.Command = import_module(self.modules[cmd_name][0]).command
        keep_marked_lines(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short_help) for name, (_, short_help) in self.modules.items()])


def keep_marked_lines(command: click.Command) -> None:
    r"""Make click's mark for lines that are not to be filled, `\b`, work in raw docstrings too.

    Examples
    --------
    >>> command = click.Command("deal", help=r"\b")
    >>> keep_marked_lines(command)
    >>> command.help
    '\x08'
    """
    if command.help:
        command.help = command.help.replace(r"\b", "\b")
    if isinstance(command, click.Group):
        for part in command.commands.values():
            keep_marked_lines(part)
