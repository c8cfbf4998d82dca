"""Checks the pictures, colors and symbols that the sources and the project name: a misspelled name compiles, and shows nothing."""
import json
import re
import struct

from places import folders, sources

# System symbols of SF Symbols 5 (iOS 17) or earlier, written from memory. Look a new one up in Apple's app SF Symbols before you add it.
SYMBOLS = {
    "antenna.radiowaves.left.and.right.slash", "arrow.clockwise", "arrow.triangle.2.circlepath", "battery.50percent", "bed.double", "checkmark.circle",
    "chevron.backward", "chevron.forward", "circle.circle", "exclamationmark.triangle", "figure.run", "figure.walk", "gearshape", "heart", "location.circle",
    "lock.doc", "minus.circle", "play.circle", "plus.circle", "sensor.tag.radiowaves.forward", "square.and.arrow.down", "stop.circle", "sun.max", "target",
    "testtube.2", "waveform.path.ecg",
}
# The extensions of a catalog's folders, and the key of the list in each Contents.json.
LISTS = {"imageset": "images", "appiconset": "images", "colorset": "colors"}


def problems(folder, settings):
    """The problems of a target's catalog, with the build settings that name parts of it."""
    found, named = [], {}
    for path in sorted(folder.rglob("*set")):
        name, kind = path.stem, path.suffix[1:]
        named[name] = kind
        try:
            contents = json.loads((path / "Contents.json").read_text())
            entries = contents[LISTS[kind]]
        except (OSError, ValueError, KeyError) as error:
            found.append(f"{path.name} cannot be read: {type(error).__name__} {error}")
            continue
        files = {entry["filename"] for entry in entries if "filename" in entry}
        there = {file.name for file in path.iterdir()} - {"Contents.json"}
        if files != there or not entries:
            found.append(f"{path.name} names the files {sorted(files)}, and contains {sorted(there)}")
        if kind == "appiconset":
            found += [problem for file in sorted(files & there) for problem in _icon(path / file)]
    text = "\n".join(path.read_text() for path in sources(*folders(folder.parent, folder.name)))
    wanted = {name: "imageset" for name in re.findall(r'(?:Image\(|decorative: |named: )"([^"]+)"', text)}
    if drawings := re.search(r"enum Drawing: String \{(.*?)\n\}", text, re.S):
        wanted |= {name: "imageset" for name in re.findall(r'= "([^"]+)"', drawings[1])}
    wanted |= {settings[key]: kind for key, kind in (
        ("ASSETCATALOG_COMPILER_APPICON_NAME", "appiconset"), ("ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME", "colorset")) if key in settings}
    found += [f"there is no {kind} {name}" for name, kind in sorted(wanted.items()) if named.get(name) != kind]
    symbols = set(re.findall(r'\bsystem(?:Image|Name|ImageName): "([^"]+)"', text))
    return found + [f"the symbol {name} is not among the known ones in Checks/assets.py" for name in sorted(symbols - SYMBOLS)]


def _icon(path):
    """Apple requires an icon of 1024 × 1024 pixels without transparency."""
    width, height, _, color = struct.unpack(">IIBB", path.read_bytes()[16:26])
    if (width, height) != (1024, 1024) or color in (4, 6):
        yield f"{path.name} is not a picture of 1024 × 1024 pixels without transparency"
