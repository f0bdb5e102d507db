import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCode, isLocator, isSecret, readCode, readEnrolment } from "../../../Sources/WebApp/site/pa1/code.js";
import { crockfordAlphabet, crockfordPrefix } from "../../../Sources/WebApp/site/pa1/crockford.js";
import { Choices, hex, refuses, vectors } from "./support.js";

const known = vectors("pa1").code.code;

test("case, separators and look-alikes do not matter", () => {
    for (const text of [known, "7k3qd45m15y0dryd34km", " 7K3QD 45M15\tY0DRY-D34KM ", "7K3QD-45MI5-YODRY-D34KM",
        "7k3qd-45ml5-yodry-d34km", "-7-K-3-Q-D-4-5-M-1-5-Y-0-D-R-Y-D-3-4-K-M-"]) {
        assert.deepEqual(readCode(text), { locator: "7K3QD", secret: "45M15Y0DRYD34K" });
        assert.equal(formatCode(readCode(text)), known);
    }
});

test("the secret is the first 70 bits of a digest", () => {
    assert.equal(crockfordPrefix(hex("216812f80dc79a324e273d696e1f467c"), 14), "45M15Y0DRYD34K");
});

test("every single wrong symbol and every swap is found", async (t) => {
    const choices = new Choices(t);
    for (let round = 0; round < 5; round += 1) {
        const random = (count) => Array.from({ length: count }, () => choices.of([...crockfordAlphabet])).join("");
        const symbols = [...formatCode({ locator: random(5), secret: random(14) }).replaceAll("-", "")];
        for (let place = 0; place < 20; place += 1) {
            for (const other of crockfordAlphabet) {
                if (other === symbols[place]) continue;
                const wrong = symbols.map((symbol, index) => index === place ? other : symbol);
                assert.equal((await refuses("mistyped", () => readCode(wrong.join("")))).detail, "check");
            }
            for (let second = place + 1; second < 20; second += 1) {
                if (symbols[place] === symbols[second]) continue;
                const wrong = [...symbols];
                [wrong[place], wrong[second]] = [wrong[second], wrong[place]];
                await refuses("mistyped", () => readCode(wrong.join("")));
            }
        }
    }
});

test("a fault says what is wrong and tells nothing of the code", async () => {
    const cases = [
        ["", "length 0"], ["7K3QD-45M15-Y0DRY-D34K", "length 19"], [`${known}0`, "length 21"],
        ["7U3QD-45M15-Y0DRY-D34KM", "symbol 2"], ["7K3QD.45M15-Y0DRY-D34KM", "symbol 6"],
        ["7K3QD-45M15\nY0DRY-D34KM", "symbol 11"], ["\u212a3QD", "symbol 1"], ["7ı", "symbol 2"], ["7😀", "symbol 2"],
        ["7K3QD-45M15-Y0DRY-D34MK", "check"], ["0".repeat(100_000), "length 81"],
    ];
    for (const [text, detail] of cases) {
        const fault = await refuses("mistyped", () => readCode(text), text.slice(0, 30));
        assert.equal(fault.detail, detail);
        assert.ok(!fault.message.includes("45M15"));
    }
});

test("parts without their one spelling are refused", async () => {
    assert.ok(isLocator("7K3QD") && !isLocator("7k3qd") && !isLocator("7K3Q") && !isLocator("7K3QU"));
    assert.ok(isSecret("45M15Y0DRYD34K") && !isSecret("45M15YODRYD34K") && !isSecret("45M15Y0DRYD34K\n"));
    await refuses("mistyped", () => formatCode({ locator: "7K3QD", secret: "short" }));
});

test("an operator's code has no check symbol and is written in fives", async () => {
    assert.equal(readEnrolment("7k3qd 45m15 yodry d34kk"), "7K3QD-45M15-Y0DRY-D34KK");
    await refuses("mistyped", () => readEnrolment("7K3QD"));
});
