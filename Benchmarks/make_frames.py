#!/usr/bin/env python3
"""Generates frames for the decode benchmark: `make_frames.py COUNT [SEED]`, one frame per line, as a ring would send them.

The mix is that of a day of use: mostly live readings and raw sensor packets, pushes and battery, and occasionally the responses of
a sync (logs of many packets, big data in notifications of 20 to 244 bytes).
"""
import random
import sys

from decode_peer import crc16


def packet(*bytes_):
    body = bytes(bytes_) + bytes(15 - len(bytes_))
    return (body + bytes([sum(body) & 0xFF])).hex()


def u16(value):
    return value & 255, value >> 8


def live(r):
    kind = r.choice([1, 1, 1, 3, 8, 0x0A, 6])
    value = r.choice([0, r.randint(45, 180)])
    return [packet(0x69, kind, r.choice([0] * 9 + [1]), value, 1 if kind == 3 else 0, 0, *u16(r.randint(350, 1300)))]


def raw(r):
    kind = r.choice([1, 2, 3, 3])
    if kind == 3:
        return [packet(0xA1, 3, *(b for _ in range(3) for b in (r.randint(0, 255), r.randint(0, 15))))]
    return [packet(0xA1, kind, *(r.randint(0, 255) for _ in range(8)), 1)]


def small(r):
    return [r.choice([
        packet(0x03, r.randint(0, 100), r.randint(0, 1)), packet(0x73, 0x0C, r.randint(0, 100), 0),
        packet(0x73, 0x12, 0, *(r.randint(0, 255) for _ in range(2)), 0, 40, 7, 0, 1, 9), packet(0x73, 0x01),
        packet(0x73, 0x2C, r.randint(1, 99)), packet(0x48, 0, 9, r.randint(0, 255), 0, 0, 0, 1, 2, 3, 0, 9, 1, 0, 40),
        packet(0x16, 1, 1, 5), packet(0x2C, 1, 1), packet(0x9E, 0xEE), packet(0x61, 0xFF, 0xFF), packet(0x2F, 244),
        packet(0x21, 1, 0x88, 0x13, 0, 0xE0, 0x93, 4, 0xB8, 0x0B), packet(0x6A, 1, 88)])]


def heart_rate_log(r):
    stamp = 1765411200 + 86400 * r.randint(0, 300)
    values = [r.choice([0, r.randint(48, 150)]) for _ in range(9 + 22 * 13)]
    frames = [packet(0x15, 0, 24, 5), packet(0x15, 1, *stamp.to_bytes(4, "little"), *values[:9])]
    return frames + [packet(0x15, 2 + i, *values[9 + 13 * i:22 + 13 * i]) for i in range(22)]


def half_hour_log(r):
    command = r.choice([0x37, 0x39])
    values = [r.choice([0, r.randint(20, 90)]) for _ in range(12 + 39)]
    frames = [packet(command, 0, 5, 30), packet(command, 1, r.randint(0, 6), *values[:12])]
    return frames + [packet(command, 2 + i, *values[12 + 13 * i:25 + 13 * i]) for i in range(3)]


def activity(r):
    slots = sorted(r.sample(range(24), r.randint(1, 12)))
    rows = [packet(0x43, 0x25, 0x12, r.choice([0x10, 0x15, 0x27]), slot * 4, i, len(slots), *u16(r.randint(0, 9999)),
                   *u16(r.randint(0, 3000)), *u16(r.randint(0, 2500))) for i, slot in enumerate(slots)]
    date = rows[0][2:8]
    rows = [bytes.fromhex(row[:2] + date + row[8:30]) for row in rows]
    return [packet(0x43, 0xF0, len(slots), 1)] + [packet(*row) for row in rows]


def big_data(r):
    if r.random() < 0.5:
        stages = [(r.choice([2, 3, 4, 5]), r.randint(5, 60)) for _ in range(r.randint(5, 20))]
        body = bytes([r.randint(0, 6), 4 + 2 * len(stages), *u16(r.randint(0, 1439)), *u16(r.randint(0, 1439))])
        ident, payload = 0x27, bytes([1]) + body + bytes(b for pair in stages for b in pair)
    else:
        ident = 0x2A
        payload = b"".join(bytes([day]) + bytes(b for _ in range(24) for b in [r.choice([0, 96, 97, 98])] * 2)
                           for day in (2, 1, 0))
    frame = bytes([0xBC, ident, *u16(len(payload)), *u16(crc16(payload))]) + payload
    size = r.choice([20, 244])
    return [frame[i:i + size].hex() for i in range(0, len(frame), size)]


def frames(count, seed=1):
    r = random.Random(seed)
    kinds = [live] * 200 + [raw] * 200 + [small] * 80 + [heart_rate_log] * 3 + [half_hour_log] * 3 + [activity] * 3 + [big_data] * 6
    made = 0
    while made < count:
        for frame in r.choice(kinds)(r):
            yield frame
            made += 1


if __name__ == "__main__":
    for line in frames(int(sys.argv[1]), *map(int, sys.argv[2:])):
        print(line)
