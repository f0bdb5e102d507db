"""The configuration file that is installed: every key of the relay with its default, as the relay itself tells them."""
import re

# Where the packages keep data, so that every command finds it and not only the service.
DATA = "/var/lib/reveille"
HEAD = """\
# The configuration of the Reveille relay. Every key that there is stands here. Take the # away from a line to change
# it, then run: sudo systemctl restart reveille
# `sudo reveillectl config` shows what is in force, and where it comes from; `man reveille-config` describes every key.
#
# Passwords and keys stand in files of their own. Put each into /etc/reveille/secrets, where only root can read, and
# name it here as /run/credentials/reveille.service/secrets_NAME: systemd hands it to the relay, and to nobody else.
"""
# A heading stands before the key that it names; a key without one belongs to the heading before it.
HEADINGS = {
    "listen": "The relay",
    "apns-key-file": "Phones: Apple's push service",
    "webpush-allow": "Browsers: Web Push",
    "smtp-server": "Contacts: e-mail",
    "twilio-account": "Contacts: text messages, and calls",
    "webhooks": "Servers of people's own",
    "policy-file": "Ringing, watching, the log",
    "limit-requests-per-hour": "Limits. Spans are written as in 90s, 10m, 1h30m or 30d",
}


def default(key):
    """The default as a value that can be written; None where there is none, or it is told in words."""
    return key["default"] if key["default"] == key["value"] and key["source"] == "default" else None


def quoted(value):
    """A YAML scalar that is read as text."""
    return value if re.fullmatch(r"[A-Za-z0-9/][A-Za-z0-9/._-]*", value) else '"' + value.replace('"', '\\"') + '"'


def entry(key):
    lines = [f"# {key['meaning']}", f"# Expects {key['expected']}."]
    if key["key"] == "data":
        return lines + [f"data: {DATA}"]
    value = default(key)
    if value is not None:
        return lines + [f"#{key['key']}: {quoted(value)}"]
    lines[-1] += " Default: " + (key["default"] or "none") + "."
    return lines + [f"#{key['key']}:"]


def file(keys):
    """The text of config.yaml, from what `reveille config --json` says."""
    text = HEAD
    for key in keys:
        if key["key"] == "config":
            continue
        if key["key"] in HEADINGS:
            text += f"\n\n##### {HEADINGS[key['key']]} #####\n"
        text += "\n" + "\n".join(entry(key)) + "\n"
    return text
