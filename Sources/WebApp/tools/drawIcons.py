"""Draws the PNG icons of the web app from their SVG files with Chromium: python3 drawIcons.py (needs playwright)."""

import pathlib

from playwright.sync_api import sync_playwright

ICONS = pathlib.Path(__file__).resolve().parent.parent / "site" / "icons"
SIZES = [("reveille.svg", 192, "reveille-192.png"), ("reveille.svg", 512, "reveille-512.png"),
         ("reveille-maskable.svg", 512, "reveille-maskable-512.png"),
         # White alone: Android shows the shape, in the status bar, in a colour of its own.
         ("reveille-badge.svg", 96, "reveille-badge-96.png")]

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for source, size, target in SIZES:
        page = browser.new_page(viewport={"width": size, "height": size})
        drawing = (ICONS / source).read_text()
        page.set_content(f"<style>html, body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}")
        page.screenshot(path=str(ICONS / target), omit_background=True)
    browser.close()
