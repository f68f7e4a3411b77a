import click


@click.command()
def ops() -> None:
    """x"""
