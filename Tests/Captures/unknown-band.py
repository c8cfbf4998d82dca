#!/usr/bin/env python3
"""Makes the capture of a band that does not exist, to practice docs/reverse-engineering.md.

    unknown-band.py [--encoding NAME] [--seed N] CAPTURE NOTES

The band counts steps during a walk of ten minutes, and sends them among other values. CAPTURE is a btsnoop file; NOTES has
what the walker noted: seconds from the start of the capture, and the steps on the band's display. The seed chooses the
encoding, unless it is named, and everything else. --solution prints where the steps are.
"""
import argparse
import random
import struct

ENCODINGS = ("u16", "bcd", "text", "float32")
# 2026-11-20 07:15:00 UTC in microseconds since the year 0, as btsnoop counts.
START = 0x00DCDDB30F2F8000 + 1_795_158_900 * 1_000_000
LINK = 0x0040
WRITE, STEPS, MOTION, STATE = 0x0012, 0x0014, 0x0017, 0x001A


class Capture:
    def __init__(self):
        self.records = []

    def add(self, seconds, kind, payload, received):
        self.records.append((seconds, bytes([kind]) + payload, received))

    def att(self, seconds, packet, received):
        l2cap = struct.pack("<HH", len(packet), 4) + packet
        handle = LINK | (0x2000 if received else 0)
        self.add(seconds, 2, struct.pack("<HH", handle, len(l2cap)) + l2cap, received)

    def notify(self, seconds, handle, value):
        self.att(seconds, struct.pack("<BH", 0x1B, handle) + value, True)

    def write(self, seconds, handle, value):
        self.att(seconds, struct.pack("<BH", 0x52, handle) + value, False)

    def save(self, path):
        with open(path, "wb") as file:
            file.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
            for seconds, packet, received in sorted(self.records, key=lambda record: record[0]):
                flags = int(received) | (2 if packet[0] in (1, 4) else 0)
                time = START + int(seconds * 1_000_000)
                file.write(struct.pack(">IIIIq", len(packet), len(packet), flags, 0, time) + packet)


def connect(capture, address):
    complete = bytes([0x3E, 19, 0x01, 0]) + struct.pack("<HBB", LINK, 0, 1) + address + bytes(7)
    capture.add(0.0, 4, complete, True)


def discover(capture):
    """The band's own service FFE0, with a characteristic to write and three that notify."""
    capture.att(0.1, struct.pack("<BHHH", 0x10, 1, 0xFFFF, 0x2800), False)
    capture.att(0.2, struct.pack("<BBHHH", 0x11, 6, 0x0010, 0x0020, 0xFFE0), True)
    capture.att(0.3, struct.pack("<BHHH", 0x08, 0x0010, 0x0020, 0x2803), False)
    found = bytes([0x09, 7])
    for handle, properties, uuid in ((WRITE, 0x04, 0xFFE1), (STEPS, 0x10, 0xFFE2), (MOTION, 0x10, 0xFFE3), (STATE, 0x10, 0xFFE4)):
        found += struct.pack("<HBHH", handle - 1, properties, handle, uuid)
    capture.att(0.4, found, True)


def encoded(encoding, steps):
    if encoding == "u16":
        return struct.pack("<H", steps)
    if encoding == "bcd":
        return bytes.fromhex(f"{steps:06d}")
    if encoding == "float32":
        return struct.pack("<f", steps)
    return f"{steps:05d}".encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--encoding", choices=ENCODINGS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solution", action="store_true")
    parser.add_argument("capture")
    parser.add_argument("notes")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    encoding = chance.choice(ENCODINGS)
    encoding = options.encoding or encoding

    capture = Capture()
    connect(capture, bytes(chance.randrange(256) for _ in range(5)) + b"\xC4")
    discover(capture)
    head = b"AT+DATA=" if encoding == "text" else bytes([0xAB, chance.randrange(1, 16), 0x00])
    gap = chance.randrange(1, 4)
    offset = len(head) + 1 + gap
    middle = b"0" * gap if encoding == "text" else bytes(gap)
    steps, rate, rows = chance.randrange(2_000, 12_000), 72, []
    for second in range(2, 600, 2):
        # Traffic lights: the walker stands now and then.
        steps += 0 if second // 60 % 3 == 2 else chance.randrange(0, 6)
        rate = min(140, max(60, rate + chance.randrange(-2, 3)))
        rows.append((second, steps))
        number = second // 2 % 256
        if encoding == "text":
            frame = head + bytes([0x41 + number % 26]) + middle + encoded(encoding, steps) + f",{rate:03d}\r\n".encode()
        else:
            frame = head + bytes([number]) + middle + encoded(encoding, steps) + bytes([rate, chance.randrange(256), 0])
            frame += bytes([sum(frame) % 256])
        capture.notify(second, STEPS, frame)
    for tenth in range(20, 6_000, 4):
        # Acceleration, which is as good as random.
        capture.notify(tenth / 10 + 0.03, MOTION, bytes(chance.randrange(256) for _ in range(18)))
    for second in range(5, 600, 30):
        capture.write(second + 0.5, WRITE, bytes([0xAB, 0x0F, 0x01, chance.randrange(256)]))
        capture.notify(second + 0.6, STATE, bytes([0xAB, 0x0F, 100 - second // 60, 0, 0, 1]))
    capture.save(options.capture)
    with open(options.notes, "w", encoding="ascii") as file:
        file.write("second,steps\n")
        for second, count in rows[10::15]:
            file.write(f"{second},{count}\n")
    second, count = rows[len(rows) // 2]
    print(f"After {second} seconds the display showed {count} steps.")
    if options.solution:
        print(f"FFE2, {encoding} from byte {offset}")


if __name__ == "__main__":
    main()
