"""The pages that a provider shows to a person."""

from html import escape


def consent(client: str, wants: str) -> str:
    """A form without an action: it goes to its own address, whose query says what is asked for."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Allow access?</title>'
        f"<h1>Allow {escape(client)}?</h1><p>It wants: {escape(wants)}</p>"
        '<form method="post">'
        '<button name="decision" value="allow">Allow</button> '
        '<button name="decision" value="deny">Deny</button></form></html>'
    )


def pin(value: str) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Your PIN</title>'
        f'<p>Go back and enter this PIN: <code id="pin">{escape(value)}</code></p></html>'
    )


def refusal(reason: str) -> str:
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Error</title><p>{escape(reason)}</p></html>'
