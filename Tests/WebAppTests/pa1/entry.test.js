import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCode, readCode } from "../../../Sources/WebApp/site/pa1/code.js";
import { codeLinks, readEntry } from "../../../Sources/WebApp/site/pa1/entry.js";
import { isCanonicalOrigin, readOrigin } from "../../../Sources/WebApp/site/pa1/origin.js";
import { PA1Fault } from "../../../Sources/WebApp/site/pa1/fault.js";
import { Choices, refuses } from "./support.js";

const code = "7K3QD-45M15-Y0DRY-D34KM";

test("a link names what its code is for, and is read all the same", () => {
    const links = codeLinks("https://relay.example.org", readCode(code), "care");
    assert.equal(links.url, `https://relay.example.org/p?care#${code}`);
    for (const link of [links.url, links.qrText, links.appUrl])
        assert.equal(formatCode(readEntry(link).code), code);
    assert.throws(() => readEntry(`https://relay.example.org/p?x#${code}`));
});

test("each form of a link is read back, as in the Swift tests", () => {
    for (const origin of ["https://relay.example.org", "https://relay.example.org:8443", "https://[2001:db8::1]:8443",
        "http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]"]) {
        const links = codeLinks(origin, readCode(code));
        assert.equal(links.url, `${origin}/p#${code}`);
        assert.equal(links.qrText, `${origin.toUpperCase()}/P#${code}`);
        for (const text of [links.url, links.qrText, links.appUrl ?? ""]) {
            assert.deepEqual(readEntry(text), { origin, code: readCode(code), enrolment: null }, text);
        }
    }
    assert.equal(codeLinks("https://relay.example.org", readCode(code)).appUrl,
        `reveille://relay.example.org/p#${code}`);
    assert.equal(codeLinks("https://localhost:8443", readCode(code)).appUrl, null);
});

test("an operator's link and bare codes are read", () => {
    const enrolment = "0123Z-45M15-Y0DRY-D34KM";
    assert.deepEqual(readEntry(`\nHTTPS://Relay.Example.org/E#${enrolment.toLowerCase()} `),
        { origin: "https://relay.example.org", code: null, enrolment });
    assert.deepEqual(readEntry(enrolment), { origin: null, code: null, enrolment });
    assert.deepEqual(readEntry(" \n7k3qd 45m15 y0dry d34km\r\n"),
        { origin: null, code: readCode(code), enrolment: code });
});

test("links that are none are refused with the reason", async () => {
    const cases = [
        ["https://relay.example.org/p", "link", "fragment"], ["https://relay.example.org/p?x#C", "link", "path"],
        ["https://relay.example.org/q#C", "link", "path"], ["https://relay.example.org#C", "link", "path"],
        ["https://relay.example.org//p#C", "origin", "host"], ["https://relay.example.org/a/p#C", "origin", "host"],
        ["http://relay.example.org/p#C", "origin", "plaintext"], ["ftp://relay.example.org/p#C", "origin", "scheme"],
        ["https://u@relay.example.org/p#C", "origin", "host"], ["https://relay.example.org:0/p#C", "origin", "port"],
        ["reveille:///p#C", "origin", "host"], ["https://\u212aelly.example/p#C", "link", "host"],
        ["https://relay.example.org/p#", "mistyped", "length 0"],
        ["https://relay.example.org/p#7K3QD-45M15-Y0DRY-D34MK", "mistyped", "check"], [" \n ", "mistyped", "length 0"],
        ["javascript:alert(1)/p#7K3QD-45M15-Y0DRY-D34KM", "origin", "scheme"],
    ];
    for (const [text, kind, detail] of cases) {
        const fault = await refuses(kind, () => readEntry(text), text);
        assert.equal(fault.detail, detail, text);
    }
});

test("an origin has one spelling", () => {
    const cases = [
        ["https://relay.example.org", "https://relay.example.org"],
        ["HTTPS://Relay.Example.ORG/", "https://relay.example.org"],
        ["https://relay.example.org:443", "https://relay.example.org"], ["https://a:8443/", "https://a:8443"],
        ["http://localhost:80", "http://localhost"], ["http://127.0.0.1:443", "http://127.0.0.1:443"],
        ["https://[2001:DB8::1]:443/", "https://[2001:db8::1]"], ["http://[::1]:8080", "http://[::1]:8080"],
        ["https://[::]", "https://[::]"], ["https://[1:2:3:4:5:6:7:8]", "https://[1:2:3:4:5:6:7:8]"],
        ["https://[1::]", "https://[1::]"], ["https://xn--mnchen-3ya.de", "https://xn--mnchen-3ya.de"],
        ["https://192.0.2.7", "https://192.0.2.7"],
    ];
    for (const [written, text] of cases) {
        assert.equal(readOrigin(written), text);
        assert.equal(readOrigin(text), text);
        assert.equal(isCanonicalOrigin(written), written === text);
    }
});

test("what is no origin is refused with the reason, as in the Swift tests", async () => {
    const cases = [
        ["relay.example.org", "scheme"], ["", "scheme"], ["ws://a", "scheme"], ["https://", "host"],
        ["https:///", "host"],
        ["https://a/b", "host"], ["https://a//", "host"], ["https://a?b", "host"], ["https://a#b", "host"],
        ["https://u@a", "host"], ["https://u:p@a", "port"], ["https://-a.de", "host"], ["https://a..de", "host"],
        ["https://a.de.", "host"], ["https://münchen.de", "host"], ["https://a b", "host"],
        ["https://256.1.1.1", "host"], ["https://1.2.3", "host"], ["https://01.2.3.4", "host"],
        ["https://[::1", "port"],
        ["https://[1::2::3]", "host"], ["https://[:::]", "host"], ["https://[1:2:3:4:5:6:7]", "host"],
        ["https://[1:2:3:4:5:6:7:8:9]", "host"], ["https://[12345::]", "host"], ["https://[g::]", "host"],
        ["https://[]", "host"], ["https://[:1]", "host"], ["https://[1:]", "host"], ["https://a:", "port"],
        ["https://a:0", "port"], ["https://a:65536", "port"], ["https://a:+1", "port"],
        ["http://example.org", "plaintext"],
        ["http://127.0.0.2", "plaintext"], ["http://localhost.evil.org", "plaintext"], ["https://a\n", "host"],
    ];
    for (const [text, detail] of cases) {
        assert.equal((await refuses("origin", () => readOrigin(text), text)).detail, detail, text);
    }
});

test("any text is read or refused", (t) => {
    const choices = new Choices(t);
    for (let round = 0; round < 2000; round += 1) {
        const text = choices.of(["", "https://", "reveille://", "7K3QD", "https://a/p#"]) + choices.text(30);
        try {
            readEntry(text);
        } catch (error) {
            assert.ok(error instanceof PA1Fault, text);
        }
    }
});
