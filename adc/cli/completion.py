"""`adc completion`: the script that teaches a shell to complete adc's commands and options."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

_SHELLS = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(short_help="Print a shell's completion script.")
@click.argument("shell", type=click.Choice(list(_SHELLS)))
def completion(shell: str) -> None:
    """Print a script that completes adc's commands and options in SHELL.

    \b
      bash   eval "$(adc completion bash)"           in ~/.bashrc
      zsh    eval "$(adc completion zsh)"            in ~/.zshrc
      fish   adc completion fish | source            in ~/.config/fish/config.fish
    """
    parent = click.get_current_context().find_root().command
    script = _SHELLS[shell](parent, {}, "adc", "_ADC_COMPLETE")
    click.echo(script.source_template % script.source_vars())
