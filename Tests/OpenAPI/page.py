"""Checks the page that describes the HTTP interface: up to date, complete, without scripts, and easy to read."""
import html.parser, importlib.machinery, importlib.util, pathlib, re, sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
# The least contrast of text, WCAG 2.2 success criterion 1.4.6.
CONTRAST = 7


def tool():
    loader = importlib.machinery.SourceFileLoader("describe", str(PROJECT / "Sources/WebApp/tools/describe"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("describe", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


class Reader(html.parser.HTMLParser):
    """The page's anchors, links and attributes; `open` are the elements that were never closed."""

    VOID = {"meta", "br"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.names, self.elements, self.open = [], [], set(), set(), []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.elements.add(name)
        self.names |= {key for key, _ in attributes}
        self.ids += [value for key, value in attributes if key == "id"]
        self.links += [value for key, value in attributes if key == "href"]
        if name not in self.VOID:
            self.open.append(name)

    def handle_endtag(self, name):
        assert self.open and self.open[-1] == name, f"</{name}> closes {self.open[-1:]} in line {self.getpos()[0]}"
        self.open.pop()


def luminance(colour):
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def palettes(style):
    """The colours by light and by dark."""
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rule)) for rule in re.findall(r":root \{([^}]*)}", style)]


def faults(describe, text):
    document = describe.yaml.load(describe.SOURCE.read_text(encoding="utf-8"), describe.Loader)
    reader, told = Reader(text), []
    operations = [item[method] for item in document["paths"].values() for method in describe.METHODS if method in item]
    wanted = {one["operationId"] for one in operations} | {f"tag-{tag['name']}" for tag in document["tags"]}
    wanted |= {f"schema-{name}" for name in document["components"]["schemas"]}
    wanted |= {f"problem-{kind}" for kind in document["x-problems"]}
    told += [f"{name} is not described" for name in sorted(wanted - set(reader.ids))]
    told += [f"{name} stands twice" for name in sorted({name for name in reader.ids if reader.ids.count(name) > 1})]
    told += [f"{link} leads nowhere" for link in sorted(set(reader.links))
             if link != "openapi.yaml" and not (link.startswith("#") and link[1:] in reader.ids)]
    told += [f"there is an element {name}" for name in reader.elements & {"script", "img", "link", "iframe", "form"}]
    told += [f"there is an attribute {name}" for name in reader.names
             if name.startswith("on") or name in ("src", "style")]
    told += [f"{name} is never closed" for name in reader.open]
    light, dark = palettes(text.split("<style>")[1].split("</style>")[0])
    for colours in (light, {**light, **dark}):
        for front in ("text", "muted", "accent"):
            for back in ("ground", "raised"):
                if contrast(colours[front], colours[back]) < CONTRAST:
                    pair = f"{front} {colours[front]} on {back} {colours[back]}"
                    told.append(f"{pair} has less contrast than {CONTRAST}:1")
    return told


def main():
    describe = tool()
    text, kept = describe.page(), describe.TARGET.read_text(encoding="utf-8")
    told = faults(describe, kept)
    if kept != text:
        told.append("Sources/WebApp/api/index.html does not say what docs/openapi.yaml says: run `make api-page`")
    # What is looked for is found.
    broken = kept.replace('id="registerDevice"', 'id="x"', 1).replace("--muted: #4a423a", "--muted: #777777", 1)
    found = [one for one in faults(describe, broken) if one not in told]
    assert any("registerDevice is not" in one for one in found) and any("muted #777777" in one for one in found), found
    for one in told:
        print(one, file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
