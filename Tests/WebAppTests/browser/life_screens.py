"""The screens for one alone, families, care circles and the operator, in every state of life_states.py.

    life_screens.py audit [--short | PART-OF-A-NAME] [LANGUAGE …]
    life_screens.py pictures FOLDER [PART-OF-A-NAME] [LANGUAGE …]

The audit is that of audit.py, in English, Traditional and Simplified Chinese.
"""

import json
import pathlib
import re
import sys

from axe_playwright_python.sync_playwright import Axe

from audit import ACTIONS, REACH, UNREACHED, check
from life_states import NOW, STATES
from served_site import LANGUAGES, browser_and_origin

APP = pathlib.Path(__file__).with_name("scriptedApp.js").read_text()
RAW_KEY = re.compile(r"\b(?:checkIn|contacts|family|reminder|care|careHistory|status|problem|navigation|invitation)"
                     r"\.[a-zA-Z][\w.-]*\b")
FOREIGN = "document.title === 'broken' || document.querySelector('main img[src=x], main b, dialog b') !== null"


def open_state(context, origin, name, language, theme, troubles):
    """Opens the screen of a state, taps what the state says, and notes errors, violations and foreign requests."""
    script = json.loads(json.dumps(STATES[name]))
    script["state"]["settings"] = {"language": language, "theme": theme}
    page = context.new_page()
    page.clock.install(time=NOW)
    page.route("**/session/app.js", lambda route: route.fulfill(body=APP, content_type="text/javascript"))
    page.add_init_script(f"window.fake = {json.dumps(script)}; addEventListener('securitypolicyviolation', (event) =>"
                         " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));")
    page.on("console", lambda message: troubles.append(f"console: {message.text}")
            if message.type == "error" and "404" not in message.text else None)
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("request", lambda request: troubles.append(f"request to {request.url}")
            if not request.url.startswith((origin, "data:", "blob:")) else None)
    page.goto(f"{origin}/#/{script['route'].replace(' ', '%20')}")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_selector("main .screen header")
    for tap in script["taps"]:
        target = page.locator(f"{tap} >> summary >> nth=0") if tap.startswith("details") else page.locator(tap)
        target.click(timeout=5000)
        page.wait_for_timeout(60)
    page.wait_for_timeout(120)
    return page


def read(page, troubles):
    """Notes raw keys and markup by other people that did not stay text."""
    text = page.evaluate("document.body.innerText")
    troubles += [f"raw key {key}" for key in RAW_KEY.findall(text)]
    if page.evaluate(FOREIGN):
        troubles.append("foreign markup was not shown as text")


def reach_further(page, troubles):
    """Fields for a time of day are several stops of the Tab key: what comes after them is reached a little later."""
    unreached = [one for one in troubles if one.startswith("not reached by the keyboard")]
    if not unreached:
        return
    for _ in range(8 * page.locator("input[type=time], input[type=date]").count()):
        page.keyboard.press("Tab")
        page.evaluate(REACH, ACTIONS)
    left = [f"not reached by the keyboard: {one}" for one in page.evaluate(UNREACHED, ACTIONS)]
    troubles[:] = [one for one in troubles if one not in unreached] + left


def contexts(browser, languages, sizes, themes):
    for language in languages:
        for theme in themes:
            for width, height in sizes:
                context = browser.new_context(viewport={"width": width, "height": height}, locale=LANGUAGES[language],
                                              timezone_id="Asia/Taipei", color_scheme=theme, reduced_motion="reduce")
                yield context, language, theme, width
                context.close()


SHORT = ["checkin-well", "checkin-reached", "checkin-links", "checkin-addresses", "checkin-card", "contacts", "family-today", "reminder-new", "care-own", "care-members", "care-people",
         "care-settings", "care-history", "status-code"]


def audit(wanted, languages):
    names, wanted = (SHORT, "") if wanted == "--short" else (STATES, wanted)
    axe, failed, count = Axe(), 0, 0
    with browser_and_origin() as (browser, origin):
        for context, language, theme, _ in contexts(browser, languages, [(390, 844)], ["light"]):
            for name in (one for one in names if wanted in one):
                troubles = []
                page = open_state(context, origin, name, language, "auto", troubles)
                read(page, troubles)
                check(page, axe, troubles)
                reach_further(page, troubles)
                page.close()
                count += 1
                failed += bool(troubles)
                for trouble in dict.fromkeys(troubles):
                    print(f"{language} {name}: {trouble}", flush=True)
    print(f"{count} screens, {failed} with findings")
    return 1 if failed or not count else 0


def pictures(folder, wanted, languages):
    folder.mkdir(parents=True, exist_ok=True)
    failures = []
    with browser_and_origin() as (browser, origin):
        for context, language, theme, width in contexts(browser, languages, [(390, 844), (1280, 900)],
            ["light", "dark"]):
            for name in (one for one in STATES if wanted in one):
                troubles = []
                page = open_state(context, origin, name, language, theme, troubles)
                read(page, troubles)
                page.screenshot(path=str(folder / f"{name}-{language}-{theme}-{width}.png"), full_page=width == 390)
                page.close()
                failures += [f"{language} {name}: {trouble}" for trouble in troubles]
    print("\n".join(sorted(set(failures))))
    return 1 if failures else 0


def main():
    mode, *rest = sys.argv[1:]
    languages = [one for one in rest if one in LANGUAGES] or list(LANGUAGES)
    names = [one for one in rest if one not in LANGUAGES]
    if mode == "audit":
        return audit(names[0] if names else "", languages)
    return pictures(pathlib.Path(names[0]), names[1] if len(names) > 1 else "", languages)


if __name__ == "__main__":
    sys.exit(main())
