"""What every screen has to keep, in every scripted state: audit.py [--short | PART-OF-A-NAME].

Accessibility by axe (up to WCAG 2.2 AAA contrast), text of 20 px, targets of 60 px, reflow at 320 px and with text at 200 %, every
action reached by the keyboard, no request to another host, no policy violation, and foreign markup shown as text.
With --short, each screen is looked at in one state.
"""

import sys

from axe_playwright_python.sync_playwright import Axe

from served_site import SCREENS, browser_and_origin, name_of, open_screen

TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ACTIONS = "a[href], button, input, select, textarea, summary, [role=spinbutton]"

SHORT = [
    ("stranger", "/#/welcome"), ("stranger", "/e#ENROL-CODE"), ("couple", "/#/welcome/test"),
    ("trouble", "/#/tonight"),
    ("couple", "/#/new"), ("trouble", "/#/alarm/SSSSSSSSSSSSSSSSSSSSSS"), ("couple", "/#/pair"),
    ("digitsAsked", "/#/pair/invite/IIIIIIIIIIIIIIIIIIIIII"), ("ringing", "/#/tonight"),
    ("bedsideRinging", "/#/bedside"),
    ("denied", "/#/devices"), ("couple", "/#/consent/AAAAAAAAAAAAAAAAAAAAAA"), ("couple", "/#/settings"),
]

SMALL_TARGETS = """(actions) => [...document.querySelectorAll(actions)].flatMap((element) => {
    if (element.id === "skip" || !element.checkVisibility({ visibilityProperty: true })) return [];
    const box = (element.closest("label.option") ?? element).getBoundingClientRect();
    if (!box.width || box.width >= 59.5 && box.height >= 59.5) return [];
    const words = element.textContent.trim().slice(0, 30);
    return [`${element.localName} "${words}" is ${box.width.toFixed()}×${box.height.toFixed()}`];
})"""

# Text of a drawing is as large as the drawing is scaled.
SMALL_TEXT = """() => {
    const small = [];
    const look = (element, words) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return;
        const scale = element instanceof SVGGraphicsElement ? element.getScreenCTM().d : 1;
        const size = parseFloat(getComputedStyle(element).fontSize) * scale;
        if (size < 19.95) small.push(`${element.localName} "${words.trim().slice(0, 30)}" is ${size.toFixed(1)} px high`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (data.trim() && !parentElement.closest("script, option")) look(parentElement, data);
    }
    for (const field of document.querySelectorAll(
        "input:not([type=radio], [type=checkbox]), select, textarea")) look(field, field.id);
    return small;
}"""

OVERFLOW = """() => [document.documentElement,
    ...document.querySelectorAll("main, .ringing, .night, #navigation, dialog")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
    .map((element) => `${element.localName}.${element.className} scrolls`
        + ` by ${element.scrollWidth - element.clientWidth} px: `
        + [...element.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .map((one) => one.className || one.localName).slice(0, 4))"""

# Marks what has the focus as reached: the element, and its place among those that say the same, since a screen that is
# drawn anew while somebody goes through it has other elements.
REACH = """(actions) => {
    const said = (element) => element.localName
        + (element.textContent || element.name || element.id).replace(/\\d/g, "");
    window.place = (element) => said(element) + [...document.querySelectorAll(actions)]
        .filter((one) => said(one) === said(element)).indexOf(element);
    document.activeElement.dataset.reached = "yes";
    (window.reached ??= new Set()).add(place(document.activeElement));
}"""

UNREACHED = """(actions) => {
    const groups = new Set();
    return [...document.querySelectorAll(actions)].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) return [];
        if (element.type === "radio") {
            const reached = [...document.querySelectorAll(`input[name="${element.name}"]`)]
                .some((one) => one.dataset.reached);
            return reached || groups.has(groups.add(element.name)) && false ? [] : [element.name];
        }
        if (element.dataset.reached || window.reached?.has(window.place(element))) return [];
        return [element.textContent.trim().slice(0, 40) || element.id];
    });
}"""


def check(page, axe, troubles):
    enhanced = {"color-contrast-enhanced": {"enabled": True}}
    results = axe.run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "rules": enhanced}).response
    troubles += violations(results)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    results = axe.run(page, options={"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}).response
    troubles += [f"dark: {one}" for one in violations(results)]
    troubles += page.evaluate(SMALL_TARGETS, ACTIONS)
    troubles += page.evaluate(SMALL_TEXT)
    check_keyboard(page, troubles)
    page.set_viewport_size({"width": 320, "height": 640})
    troubles += [f"at 320 px {one}" for one in page.evaluate(OVERFLOW)]
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    troubles += [f"at 200 % {one}" for one in page.evaluate(OVERFLOW)]
    if page.evaluate("window.hacked !== undefined || document.querySelector('main img[src=x], main b') !== null"):
        troubles.append("foreign markup was not shown as text")


def violations(results):
    return [f"axe {rule['id']}: {node['html'][:110]} {node['failureSummary'][:200] if 'contrast' in rule['id'] else ''}"
            for rule in results["violations"] for node in rule["nodes"][:3]]


def check_keyboard(page, troubles):
    page.evaluate("document.activeElement.blur(), getSelection().removeAllRanges()")
    for _ in range(len(page.query_selector_all(ACTIONS)) + 4):
        page.keyboard.press("Tab")
        page.evaluate(REACH, ACTIONS)
    troubles += [f"not reached by the keyboard: {one}" for one in page.evaluate(UNREACHED, ACTIONS)]


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    screens, wanted = (SHORT, "") if wanted == "--short" else (SCREENS, wanted)
    axe, failed, count = Axe(), 0, 0
    with browser_and_origin() as (browser, origin):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB",
            timezone_id="Europe/Berlin",
                                      reduced_motion="reduce")
        for scene, path in screens:
            name = name_of(scene, path)
            if wanted not in name:
                continue
            troubles = []
            page = open_screen(context, origin, scene, path, troubles)
            check(page, axe, troubles)
            page.close()
            count += 1
            failed += 1 if troubles else 0
            for trouble in dict.fromkeys(troubles):
                print(f"{name}: {trouble}", flush=True)
    print(f"{count} screens, {failed} with findings")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
