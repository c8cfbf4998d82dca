#!/usr/bin/env python3
"""A device for the laboratory's controller that answers every battery request immediately, to measure the stacks and not a ring."""
import json
import sys

COMMAND_WRITE = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
COMMAND_OUT = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
# A battery at 64 %.
ANSWER = bytes([3, 64] + [0] * 13 + [67]).hex()


def say(**event):
    print(json.dumps(event), flush=True)


say(
    kind="device", address="C3:48:9A:10:BE:4C", name="BENCH", advertisedServices=[], manufacturerData={},
    services=[{
        "uuid": "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E",
        "characteristics": [{"uuid": COMMAND_WRITE, "properties": 0x0C}, {"uuid": COMMAND_OUT, "properties": 0x10}],
    }],
)  # fmt: skip
for line in sys.stdin:
    command = json.loads(line)
    if command["kind"] == "write":
        say(kind="written", id=command["id"])
        say(kind="notify", characteristic=COMMAND_OUT, value=ANSWER)
