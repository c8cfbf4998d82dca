"""Small SVG pictures without a library: readable on a phone, in light and dark mode, with reproducible bytes."""
from xml.sax.saxutils import escape

WIDTH = 380
#: The pictures of all sections: file name to SVG. scripts/accuracy writes them to docs/images.
PICTURES = {}

STYLE = """
.page{fill:#fff}.ink{fill:#1f2933}.faint{fill:#52606d}.halo{fill:#1260cc}.right{fill:#8a5a00}.wrong{fill:#c62828}
.frame{stroke:#c3cad2;fill:none}.signal{stroke:#52606d;fill:none}.other{stroke:#8896a5;fill:none}
.truth{stroke:#8a5a00;fill:none;stroke-width:2}.mark{stroke:#1260cc;fill:none;stroke-width:2}.cross{stroke:#c62828;fill:none;stroke-width:2}
.bar{fill:#1260cc;fill-opacity:.35;stroke:#1260cc}.few{fill:none;stroke:#1260cc;stroke-dasharray:3 2}.gone{stroke:#8896a5;stroke-width:2}
@media(prefers-color-scheme:dark){
.page{fill:#0d1117}.ink{fill:#e6edf3}.faint{fill:#a9b4c0}.halo{fill:#79b8ff}.right{fill:#f0b849}.wrong{fill:#ff8a80}
.frame{stroke:#444c56}.signal{stroke:#a9b4c0}.other{stroke:#6b7785}
.truth{stroke:#f0b849}.mark{stroke:#79b8ff}.cross{stroke:#ff8a80}
.bar{fill:#79b8ff;stroke:#79b8ff}.few{stroke:#79b8ff}.gone{stroke:#6b7785}}
"""


def number(value):
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Picture:
    """A picture with vertically stacked panels; ``height`` grows with the contents."""

    def __init__(self, title, description):
        self.title, self.description, self.height, self.parts = title, description, 8, []

    def text(self, x, y, words, kind="faint", size=12, anchor="start", weight=None):
        bold = f' font-weight="{weight}"' if weight else ""
        self.parts.append(f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="{anchor}"{bold}>{escape(words)}</text>')

    def heading(self, words):
        self.height += 18
        self.text(12, self.height - 4, words, "ink", 13, weight=600)

    def note(self, words, kind="faint"):
        """Adds lines of at most 58 letters."""
        line = ""
        for word in words.split() + [""]:
            if line and (not word or len(line) + len(word) > 57):
                self.height += 16
                self.text(12, self.height - 4, line, kind)
                line = ""
            line = f"{line} {word}".strip()

    def panel(self, across, up, height, left=44, right=None, top=None):
        """Adds a panel of `height` with the ranges of its axes, below the previous contents unless `top` is given."""
        if top is None:
            top, self.height = self.height + 6, self.height + height + 30
        return Panel(self, left, top, (right or WIDTH - 22) - left, height, across, up)

    def svg(self):
        height = number(self.height + 8)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH * 3 // 2}" role="img" aria-labelledby="t d" '
                'font-family="system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif">\n'
                f'<title id="t">{escape(self.title)}</title>\n<desc id="d">{escape(self.description)}</desc>\n<style>{STYLE}</style>\n'
                f'<rect class="page" width="{WIDTH}" height="{height}" rx="8"/>\n' + "\n".join(self.parts) + "\n</svg>\n")


class Panel:
    """A rectangle with two axes. Points outside are omitted or drawn at the edge."""

    def __init__(self, picture, left, top, width, height, across, up):
        self.picture, self.left, self.top, self.width, self.height = picture, left, top, width, height
        self.across, self.up = across, up
        self.draw(f'<rect class="frame" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>')

    def draw(self, part):
        self.picture.parts.append(part)

    def x(self, value):
        return self.left + self.width * (value - self.across[0]) / (self.across[1] - self.across[0])

    def y(self, value):
        inside = min(max(value, self.up[0]), self.up[1])
        return self.top + self.height * (1 - (inside - self.up[0]) / (self.up[1] - self.up[0]))

    def inside(self, points):
        return [(x, y) for x, y in points if self.across[0] <= x <= self.across[1]]

    def line(self, points, kind="signal"):
        """Draws a line, which points with a value of None interrupt."""
        runs, run = [], []
        for x, y in list(points) + [(self.across[0], None)]:
            if y is not None and self.across[0] <= x <= self.across[1]:
                run.append(f"{number(self.x(x))},{number(self.y(y))}")
            elif y is None and run:
                runs.append(run)
                run = []
        for run in runs:
            self.draw(f'<polyline class="{kind}" points="{" ".join(run)}"/>')

    def dots(self, points, kind="halo", size=3):
        for x, y in self.inside(points):
            self.draw(f'<circle class="{kind}" cx="{number(self.x(x))}" cy="{number(self.y(y))}" r="{number(size)}"/>')

    def crosses(self, points):
        for x, y in self.inside(points):
            x, y = self.x(x), self.y(y)
            self.draw(f'<path class="cross" d="M{number(x - 3.5)} {number(y - 3.5)}l7 7m0-7l-7 7"/>')

    def strokes(self, places, low, high, kind):
        """Draws vertical strokes between two fractions of the panel's height (0 is the bottom)."""
        for place in places:
            if self.across[0] <= place <= self.across[1]:
                x = number(self.x(place))
                self.draw(f'<path class="{kind}" d="M{x} {number(self.top + self.height * (1 - low))}V{number(self.top + self.height * (1 - high))}"/>')

    def bar(self, first, last, value, kind="bar"):
        x, y = self.x(first), self.y(value)
        self.draw(f'<rect class="{kind}" x="{number(x)}" y="{number(y)}" width="{number(self.x(last) - x)}" '
                  f'height="{number(self.top + self.height - y)}"/>')

    def below(self, values, form=str, size=11):
        for value in values:
            self.picture.text(self.x(value), self.top + self.height + 14, form(value), size=size, anchor="middle")

    def beside(self, values, form=str, size=11):
        for value in values:
            self.picture.text(self.left - 5, self.y(value) + 4, form(value), size=size, anchor="end")


def spread(values, margin=0.08):
    """Returns the range of an axis for these values."""
    low, high = min(values), max(values)
    edge = margin * (high - low) or 1
    return low - edge, high + edge
