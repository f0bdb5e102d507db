"""Checks examples/ios as far as that goes without Xcode: its files are Swift, its settings are there, and every text is in
three languages. It is not built."""
import json, pathlib, plistlib, re, subprocess, sys

APP = pathlib.Path(__file__).resolve().parents[2] / "examples/ios"
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
# The stages of a partner alarm, whose pushes name a text of the app by its key; PushTexts makes the keys.
STAGES = ["", "HANDOFF_", "CANCEL_", "ACKNOWLEDGED_", "DISMISSED_", "DECLINED_", "NO_ANSWER_YET_", "NO_ANSWER_", "MISSED_",
          "BLOCKED_", "UNBLOCKED_"]
PUSHED = {f"ALARM_{stage}{part}" for stage in STAGES for part in ("TITLE", "BODY")}
# Where a literal is a text to translate.
TEXT = re.compile(r'(?:\b(?:Text|Button|Label|Section|TextField|Picker|DatePicker|LocalizedStringResource = |navigationTitle'
                  r'|AlarmButton|Parameter|alert|confirmationDialog)\(?\s*(?:localized: |title: |text: )?|localized: )"((?:[^"\\]|\\.)+)"')


def texts(source):
    """The keys of a file's texts, as the catalogue has them: what is inserted is %@."""
    return {re.sub(r"\\\([^()]*\)", "%@", key) for key in TEXT.findall(source)}


def faults(files, catalogue, plist_texts, settings, extension):
    used = set().union(*(texts(source) for source in files.values())) | PUSHED
    strings = catalogue["strings"]
    yield from (f"{key!r} is not in the catalogue" for key in sorted(used - set(strings)))
    yield from (f"{key!r} is in the catalogue, and used nowhere" for key in sorted(set(strings) - used))
    for key, entry in strings.items():
        there = {language for language, one in entry["localizations"].items() if one["stringUnit"]["value"].strip()}
        yield from (f"{key!r} is missing in {language}" for language in sorted(LANGUAGES - there))
        for language, one in entry["localizations"].items():
            if one["stringUnit"]["value"].count("%@") != key.count("%@"):
                yield f"{key!r} inserts something else in {language}"
    if settings.get("UIBackgroundModes") != ["remote-notification"]:
        yield "the app's only background mode has to be remote-notification"
    purpose = plist_texts["strings"]["NSAlarmKitUsageDescription"]["localizations"]
    for plist in (settings, extension):
        if set(purpose) != LANGUAGES or plist.get("NSAlarmKitUsageDescription") != purpose["en"]["stringUnit"]["value"]:
            yield "NSAlarmKitUsageDescription is missing, in a language or in a list of properties, or differs"
    if extension["NSExtension"]["NSExtensionPointIdentifier"] != "com.apple.usernotifications.service":
        yield "the extension is not one for notifications"
    for name, source in files.items():
        if "Not built here" not in source.split("\n")[0]:
            yield f"{name} does not say that it was not built here"


def main():
    files = {str(path.relative_to(APP)): path.read_text() for path in sorted(APP.rglob("*.swift"))}
    catalogue = json.loads((APP / "Resources/Localizable.xcstrings").read_text())
    plist_texts = json.loads((APP / "Resources/InfoPlist.xcstrings").read_text())
    settings, extension = (plistlib.loads((APP / name / "Info.plist").read_bytes()) for name in ("App", "NotificationService"))
    for path in APP.rglob("*.entitlements"):
        plistlib.loads(path.read_bytes())
    plistlib.loads((APP / "App/PrivacyInfo.xcprivacy").read_bytes())
    found = list(faults(files, catalogue, plist_texts, settings, extension))
    more = files | {"More.swift": '// Not built here\nText("A text that nobody translated")'}
    untold = set(faults(more, catalogue, plist_texts, settings, extension)) - set(found)
    assert untold == {"'A text that nobody translated' is not in the catalogue"}, "a text without translation is not noticed"
    for name in files:
        done = subprocess.run(["swiftc", "-parse", APP / name], capture_output=True, text=True)
        if done.returncode:
            found.append(done.stderr.strip())
    for fault in found:
        print(f"examples/ios: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
