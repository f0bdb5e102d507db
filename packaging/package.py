#!/usr/bin/env python3
"""Packs a program that was built for release, for those who install it.

The same program and SOURCE_DATE_EPOCH (the commit's date, where it is not set) give the same bytes. A program to
ship is built with --static-swift-stdlib.
"""
import argparse, pathlib, sys

sys.dont_write_bytecode = True

import configuration, deb, image, tarball
from release import Release

FORMS = {"deb": deb.make, "tarball": tarball.make, "image": image.make}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("form", choices=[*FORMS, "config"], help="what to make; config prints config.yaml")
    parser.add_argument("binary", help="the program")
    parser.add_argument("--output", default=".build/packages", type=pathlib.Path, help="the folder for what is made")
    parser.add_argument("--version", help="the version, if not the program's own")
    parser.add_argument("--trial", action="store_true",
                        help="pack fast and large, and accept a program that needs a Swift runtime beside it")
    options = parser.parse_args()
    release = Release(options.binary, options.version)
    if options.form == "config":
        print(configuration.file(release.keys()), end="")
        return
    options.output.mkdir(parents=True, exist_ok=True)
    print(FORMS[options.form](release, options.output, options.trial))


main()
