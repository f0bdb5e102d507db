"""Pictures of every screen, light and dark, on a phone and a desktop, in three languages.

    screenshots.py FOLDER [PART-OF-A-NAME]
"""

import itertools
import pathlib
import re
import sys

from served_site import LANGUAGES, SCREENS, browser_and_origin, name_of, open_screen

RAW_KEY = re.compile(r"(?<![\w./:@-])[a-z][A-Za-z-]*(?:\.[a-zA-Z0-9-]+)+(?![\w/])")
ALLOWED = {"example.org", "window.hacked"}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    failures = []
    with browser_and_origin() as (browser, origin):
        looks = itertools.product(LANGUAGES.items(), ("light", "dark"), ((390, 844), (1280, 900)))
        for (language, locale), scheme, (width, height) in looks:
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                          locale=locale, timezone_id="Europe/Berlin", reduced_motion="reduce")
            for scene, path in SCREENS:
                name = name_of(scene, path)
                if wanted not in name:
                    continue
                troubles = []
                page = open_screen(context, origin, scene, path, troubles, language)
                text = page.evaluate("document.body.innerText")
                raw = [key for key in RAW_KEY.findall(text) if key not in ALLOWED]
                failures += [f"{language} {name}: raw key {key}" for key in raw]
                failures += [f"{language} {name}: {trouble}" for trouble in troubles]
                page.screenshot(path=str(folder / f"{name}-{language}-{scheme}-{width}.png"), full_page=width == 390)
                page.close()
            context.close()
    for failure in sorted(set(failures)):
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
