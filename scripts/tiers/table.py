"""The table of durations that each tier prints at its end."""
import time


class TimeTable:
    """The steps with their results and durations in seconds."""

    def __init__(self, title):
        self.title, self.begin, self.lines = title, time.monotonic(), []

    def add(self, name, seconds, result):
        self.lines.append((name, seconds, result))

    def print(self):
        print(f"\n{self.title}\n")
        for name, seconds, result in self.lines:
            print(f"  {seconds:6.0f} s  {name:18} {result}")
        print(f"  {time.monotonic() - self.begin:6.0f} s  total", flush=True)

    @property
    def failed(self):
        return [name for name, _, result in self.lines if result.startswith("FAILED")]
