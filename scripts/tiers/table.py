"""The table of durations that each tier prints at its end."""
import time


class TimeTable:
    """The steps with their results, durations and budgets in seconds."""

    def __init__(self, title):
        self.title, self.begin, self.lines = title, time.monotonic(), []

    def add(self, name, seconds, result, budget=None):
        self.lines.append((name, seconds, result, budget))

    def excuse(self, excused, result):
        """Replaces the results of a step that is tried again."""
        self.lines = [(name, seconds, result if name == excused else before, budget) for name, seconds, before, budget in self.lines]

    def print(self):
        print(f"\n{self.title}\n\n  seconds  budget")
        for name, seconds, result, budget in self.lines:
            note = "  OVER TWICE ITS BUDGET" if budget and seconds > 2 * budget else ""
            print(f"  {seconds:7.0f}  {budget or '':6}  {name:20} {result}{note}")
        print(f"  {time.monotonic() - self.begin:7.0f}          total", flush=True)

    @property
    def failed(self):
        return [(name, result) for name, _, result, _ in self.lines if result.startswith("FAILED")]
