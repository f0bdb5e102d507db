"""Nothing that a browser seals is ever in the relay's files or in its memory.

    REVEILLE_BINARY=… python3 Tests/WebAppTests/browser/test_canary.py

The search is tested as well: it has to find what the relay does know. Whoever may not look into the memory of their own
processes (ptrace_scope) cannot run it.
"""
import pathlib, secrets

from people import Person, alarm_in, pair, run_steps, stage_and_browser
from relay import memory_holds, until


def files_hold(folder, texts):
    """Which of some texts are in the files of a folder."""
    found = set()
    for file in pathlib.Path(folder).rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            found |= {text for text in texts if text.encode() in data}
    return found


def say_things(stage, ana, ben, canaries):
    """An alarm's words, the answer, and a reminder's title and checklist. The relay knows what a circle is called."""
    item = ana.do(alarm_in(300), canaries["alarm"])
    ben.until(f"app.state.alarms.some((one) => one.message === '{canaries['alarm']}')", "the words")
    stage.forward(301)
    ben.until(f"app.state.ringing.some((one) => one.alarmId === '{item['id']}')", "the ring")
    ben.do(f"app.acknowledge('{item['id']}', {{ words: given }})", canaries["answer"])
    ana.until(f"app.state.alarms.some((one) => one.reply === '{canaries['answer']}')", "the answer's words", 30)
    circle = ana.do("app.createCircle('family', 'The Lins', 'Mama')")
    ana.do(f"""app.createReminder('{circle['circleId']}', {{ title: given[0], items: [{{ id: 1, text: given[1] }}],
        localTime: '07:00', date: '2031-01-06', zone: 'UTC' }})""", [canaries["title"], canaries["item"]])


def nothing_is_found(stage, ana, ben, canaries):
    relay = stage.relay
    secret = set(canaries.values())
    wait_for_disk(relay)
    # What the relay has to know: that it is found shows that the search works.
    assert memory_holds(relay.process.pid, {relay.origin}) == {relay.origin}, "the search of the memory finds nothing"
    found = files_hold(relay.folder, secret)
    assert not found, f"in the relay's files: {found}"
    found = memory_holds(relay.process.pid, secret)
    assert not found, f"in the relay's memory: {found}"


def wait_for_disk(relay):
    until(lambda: any(file.name.endswith("-wal") or file.suffix in (".sqlite", ".db") for file in
                      pathlib.Path(relay.folder).rglob("*")), "the relay's database")
    assert files_hold(relay.folder, {"CREATE TABLE"}), "the search of the files finds nothing"


def main():
    with stage_and_browser(has_simulated_time=True) as (stage, browser):
        canaries = {name: f"canary-{name}-{secrets.token_hex(12)}"
                    for name in ("alarm", "answer", "title", "item", "ana")}
        ana, ben = Person(browser, stage), Person(browser, stage)
        ana.do("app.enroll(given[0], given[1])", [stage.relay.enrolment(), canaries["ana"]])
        run_steps([(pair, ana, ben), (say_things, stage, ana, ben, canaries),
            (nothing_is_found, stage, ana, ben, canaries)])
        assert ben.do("app.state.partners[0].name") == canaries["ana"]
        for one in (ana, ben):
            assert one.troubles == [], one.troubles


if __name__ == "__main__":
    main()
