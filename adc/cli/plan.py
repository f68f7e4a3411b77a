import click


@click.command()
def plan() -> None:
    """x"""
