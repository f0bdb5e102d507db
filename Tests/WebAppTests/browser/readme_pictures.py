"""Takes the pictures of the README, docs/pictures, from the scripted states of the screens: readme_pictures.py."""

from life_screens import contexts, open_state
from served_site import ROOT, browser_and_origin, open_screen

PHONE = {"width": 390, "height": 844}
COUPLE = {"tonight": ("couple", "/#/tonight"), "ringing": ("ringing", "/#/tonight")}
ALONE = {"check-in": "checkin-well", "care": "care-members"}


def main():
    folder = ROOT / "docs/pictures"
    folder.mkdir(exist_ok=True)
    troubles = []
    with browser_and_origin() as (browser, origin):
        context = browser.new_context(viewport=PHONE, locale="en-GB", timezone_id="Europe/Berlin",
                                      reduced_motion="reduce")
        for name, (scene, path) in COUPLE.items():
            open_screen(context, origin, scene, path, troubles).screenshot(path=folder / f"{name}.png")
        for context, language, theme, _ in contexts(browser, ["en"], [tuple(PHONE.values())], ["light"]):
            for name, state in ALONE.items():
                page = open_state(context, origin, state, language, theme, troubles)
                page.screenshot(path=folder / f"{name}.png")
    assert troubles == [], troubles


if __name__ == "__main__":
    main()
