#!/usr/bin/env python3
"""Writes a synthetic log of a phone with three devices: btsnoop with H4 packets. The same seed gives the same bytes.

    python3 Benchmarks/make_capture.py FILE BYTES [SEED [1]]    prints the number of attribute protocol operations in the log;
                                                                with 1, most of them are notifications of 200 to 244 bytes

As in the log of a real treadmill's app, about two packets in three are of the attribute protocol; the others acknowledge sent
packets, or are advertisements.
"""
import random
import struct
import sys

EPOCH = 0x00DCDDB30F2F8000  # 1970 on btsnoop's clock, in microseconds
START = 1_795_161_600_000_000  # 2026-11-20T08:00:00Z

DEVICES = [(0x40, bytes.fromhex("c31122334455")), (0x41, bytes.fromhex("f00d00000001")), (0x42, bytes.fromhex("d0cf5e010203"))]
WIDE = [bytes.fromhex(text)[::-1] for text in ("49535343fe7d4ae58fa99fafd205e455", "49535343884143f4a8d4ecbe34729bb3",
                                               "495353431e4d4bd9ba6123c647249616")]


class Writer:
    def __init__(self):
        self.parts = []
        self.time = START
        self.operations = 0

    def record(self, kind, received, packet):
        flags = (1 if received else 0) | (2 if kind in (1, 4) else 0)
        size = len(packet) + 1
        self.parts.append(struct.pack(">IIIIqB", size, size, flags, 0, self.time + EPOCH, kind) + packet)

    def event(self, code, parameters):
        self.record(4, True, bytes([code, len(parameters)]) + parameters)

    def att(self, handle, received, packet, cut=0):
        """Adds an attribute protocol packet, in two fragments if `cut` is set."""
        self.operations += 1
        whole = struct.pack("<HH", len(packet), 4) + packet
        first = 0x2000 if received else 0
        pieces = [whole[:cut], whole[cut:]] if cut else [whole]
        for index, piece in enumerate(pieces):
            flags = 0x1000 if index else first
            self.record(2, received, struct.pack("<HH", handle | flags, len(piece)) + piece)
            self.time += 300


def acknowledge(log, handle):
    """Adds the controller's acknowledgment of a sent packet."""
    log.event(0x13, struct.pack("<BHH", 1, handle, 1))


def connect(log, handle, address):
    parameters = struct.pack("<BBHBB", 1, 0, handle, 0, 1) + address[::-1] + struct.pack("<HHHB", 24, 0, 500, 0)
    log.event(0x3E, parameters)
    for request, answer in [
            (struct.pack("<BH", 2, 247), struct.pack("<BH", 3, 247)),
            (struct.pack("<BHHH", 0x10, 1, 0xFFFF, 0x2800), struct.pack("<BBHHHHHH", 0x11, 6, 1, 5, 0x1800, 0x10, 0x13, 0x180D)),
            (struct.pack("<BHHH", 0x10, 0x14, 0xFFFF, 0x2800), struct.pack("<BBHH", 0x11, 20, 0x20, 0x2F) + WIDE[0]),
            (struct.pack("<BHHH", 8, 1, 0x13, 0x2803),
             struct.pack("<BBHBHHHBHH", 9, 7, 2, 2, 3, 0x2A00, 0x11, 0x10, 0x12, 0x2A37)),
            (struct.pack("<BHHH", 8, 0x20, 0x2F, 0x2803),
             struct.pack("<BB", 9, 21) + struct.pack("<HBH", 0x21, 0x0C, 0x22) + WIDE[1]
             + struct.pack("<HBH", 0x23, 0x10, 0x24) + WIDE[2]),
            (struct.pack("<BHH", 4, 0x13, 0x13), struct.pack("<BBHH", 5, 1, 0x13, 0x2902)),
            (struct.pack("<BHH", 4, 0x25, 0x2F), struct.pack("<BBHH", 5, 1, 0x25, 0x2902)),
            (struct.pack("<BH", 0x0A, 3), b"\x0bDevice"),
            (struct.pack("<BHH", 0x12, 0x13, 1), b"\x13"),
            (struct.pack("<BHH", 0x12, 0x25, 1), b"\x13")]:
        log.time += 30_000
        log.att(handle, False, request)
        log.time += 30_000
        log.att(handle, True, answer)


def header():
    return b"btsnoop\0" + struct.pack(">II", 1, 1002)


def opening():
    """Returns the bytes of connections and discovery, their number of operations, and the end time."""
    log = Writer()
    for handle, address in DEVICES:
        connect(log, handle, address)
    return b"".join(log.parts), log.operations, log.time


def body(size, seed=1, start=None, is_long=False):
    """Returns traffic of about `size` bytes, and its number of operations."""
    chance = random.Random(seed)
    neighbours = [chance.randbytes(6) for _ in range(200)]
    log = Writer()
    log.time = start or log.time
    length = 0
    while length < size:
        before = len(log.parts)
        handle = DEVICES[min(2, int(chance.expovariate(1.2)))][0]
        log.time += chance.randrange(5_000, 60_000)
        what = chance.random()
        if is_long and what < 0.7:
            # Long packets come whole, or in fragments of the controller's buffers.
            log.att(handle, True, struct.pack("<BH", 0x1B, 0x24) + chance.randbytes(chance.randrange(200, 245)), cut=chance.choice((0, 0, 123)))
        elif what < 0.52:
            log.att(handle, True, struct.pack("<BH", 0x1B, 0x24) + chance.randbytes(20))
        elif what < 0.56:
            log.att(handle, True, struct.pack("<BHBB", 0x1B, 0x12, 0, chance.randrange(50, 180)))
        elif what < 0.66:
            log.att(handle, False, struct.pack("<BH", 0x12, 0x22) + chance.randbytes(chance.randrange(4, 20)))
            acknowledge(log, handle)
            log.att(handle, True, b"\x13")
        elif what < 0.68:
            log.att(handle, False, struct.pack("<BH", 0x52, 0x22) + chance.randbytes(16))
            acknowledge(log, handle)
        elif what < 0.72:
            log.att(handle, True, struct.pack("<BH", 0x1B, 0x24) + chance.randbytes(chance.randrange(40, 180)), cut=27)
        else:
            data = b"\x02\x01\x06\x09\x09" + b"Neighbor"[:8] + chance.randbytes(4)
            log.event(0x3E, b"\x02\x01\x00\x01" + chance.choice(neighbours) + bytes([len(data)]) + data + b"\xc4")
        length += sum(map(len, log.parts[before:]))
    return b"".join(log.parts), log.operations


def write(path, size, seed=1, is_long=False):
    """Writes a log of at least `size` bytes and returns its number of operations. A long log repeats a short one, including times."""
    first, count, time = opening()
    piece, talk = body(min(size, 8 << 20), seed, time, is_long)
    with open(path, "wb") as file:
        file.write(header() + first)
        while file.tell() < size:
            file.write(piece)
            count += talk
    return count


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:])))
