"""Man pages from what the program says of itself by --experimental-dump-help and by `reveille config --json`."""
import re, time


def escaped(text):
    """Text for roff: no line may begin with a control character, and a hyphen stays one that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def paragraphs(text):
    """Prose is filled; what is indented stays as it is."""
    out = []
    for block in text.strip("\n").split("\n\n"):
        out.append(".PP")
        is_example = False
        for line in block.split("\n"):
            if line.startswith("  ") != is_example:
                is_example = not is_example
                out.append(".nf" if is_example else ".fi")
            out.append(escaped(line.rstrip()))
        if is_example:
            out.append(".fi")
    return out


def head(name, section, version, date):
    day = time.strftime("%Y-%m-%d", time.gmtime(date))
    return [f'.TH {escaped(name.upper())} {section} "{day}" "reveille {escaped(version)}" "Reveille"', ".nh"]


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def usage(argument):
    """An argument as it stands in the synopsis."""
    if argument["kind"] == "positional":
        text = f"\\fI{escaped(argument['valueName'])}\\fR"
    else:
        text = f"\\fB{escaped(spelled(argument['preferredName']))}\\fR"
        if argument["kind"] == "option":
            text += f" \\fI{escaped(argument['valueName'])}\\fR"
    text += "..." if argument["isRepeating"] else ""
    return f"[{text}]" if argument["isOptional"] else text


def description(argument):
    """An argument with all its names, and what it is for."""
    if argument["kind"] == "positional":
        names = f"\\fI{escaped(argument['valueName'])}\\fR"
    else:
        names = ", ".join(f"\\fB{escaped(spelled(name))}\\fR" for name in argument["names"])
        if argument["kind"] == "option":
            names += f" \\fI{escaped(argument['valueName'])}\\fR"
    text = argument.get("abstract") or ""
    if argument.get("allValues"):
        text += f" One of {', '.join(argument['allValues'])}."
    if argument.get("defaultValue"):
        text += f" (default: {argument['defaultValue']})"
    return [".TP", names, escaped(text.strip().replace("\n", " "))]


def page(command, path, version, date):
    """The page of one command."""
    name = "-".join(path)
    arguments = [one for one in command.get("arguments", []) if one["shouldDisplay"]]
    below = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    lines = head(name, 1, version, date)
    lines += [".SH NAME", f"{escaped(name)} \\- {escaped(command['abstract'].rstrip('.'))}"]
    lines += [".SH SYNOPSIS", f".B {escaped(' '.join(path))}"]
    lines += [usage(one) for one in arguments] or []
    lines += ["\\fIcommand\\fR ..."] if below else []
    if command.get("discussion"):
        lines += [".SH DESCRIPTION"] + paragraphs(command["discussion"])[1:]
    if below:
        lines.append(".SH COMMANDS")
        for one in below:
            lines += [".TP", f"\\fB{escaped('-'.join(path + [one['commandName']]))}\\fR(1)", escaped(one["abstract"])]
    if arguments:
        lines.append(".SH OPTIONS")
        for one in arguments:
            lines += description(one)
    others = [("-".join(path[:-1]), 1)] if len(path) > 1 else []
    others += [("reveille-config", 5)] if any(one.get("sectionTitle") == "Configuration" for one in arguments) else []
    if others:
        lines += [".SH SEE ALSO", ",\n".join(f"\\fB{escaped(name)}\\fR({section})" for name, section in others)]
    return "\n".join(lines) + "\n"


def pages(command, version, date, path=()):
    """The pages of a command and of all below it, by their files' names."""
    path = [*path, command["commandName"]]
    made = {"-".join(path) + ".1": page(command, path, version, date)}
    for one in command.get("subcommands", []):
        if one["shouldDisplay"] and one["commandName"] != "help":
            made.update(pages(one, version, date, path))
    return made


def configuration_page(keys, version, date):
    """The page of the configuration file."""
    lines = head("reveille-config", 5, version, date)
    lines += [
        ".SH NAME", "reveille\\-config \\- the configuration of the Reveille relay",
        ".SH SYNOPSIS", ".I /etc/reveille/config.yaml",
        ".SH DESCRIPTION",
        "A YAML file with one key a line.",
        "Every key is also a flag of \\fBreveille\\-serve\\fR(1) and an environment variable.",
        "Flags win over the environment, the environment over the file, the file over the defaults.",
        ".SH KEYS",
    ]
    for key in keys:
        if key["key"] == "config":
            continue
        default = f"Default: {key['default']}." if key["default"] else "No default."
        lines += [".TP", f"\\fB{escaped(key['key'])}\\fR, \\fB{escaped(key['environment'])}\\fR"]
        lines += [escaped(f"{key['meaning']} Expects {key['expected']}. {default}")]
    lines += [".SH SEE ALSO", "\\fBreveille\\-serve\\fR(1),", "\\fBreveille\\-config\\fR(1)"]
    return "\n".join(lines) + "\n"


def operator_page(version, date):
    """The page of reveillectl."""
    return "\n".join([
        *head("reveillectl", 8, version, date),
        ".SH NAME", "reveillectl \\- run a command of the relay's operator as the relay's user",
        ".SH SYNOPSIS", ".B reveillectl", "\\fIcommand\\fR [\\fIargument\\fR ...]",
        ".SH DESCRIPTION",
        "Runs \\fBreveille\\fR(1) as the relay itself runs: as the user reveille, with the configuration in",
        "/etc/reveille/config.yaml, the data in /var/lib/reveille and the credentials of reveille.service.",
        "Only root can. What such a command writes, it can write below /var/lib/reveille alone.",
        ".SH EXIT STATUS", "That of the command; 77 where it is not root who asks.",
        ".SH EXAMPLES", ".nf", "sudo reveillectl enroll", "sudo reveillectl config", ".fi",
        ".SH SEE ALSO", "\\fBreveille\\fR(1),", "\\fBreveille\\-config\\fR(5)", "",
    ])
