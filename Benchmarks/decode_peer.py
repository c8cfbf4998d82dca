#!/usr/bin/env python3
"""The peer of `halo decode` in the benchmark: frames of a COLMI ring on standard input, JSON lines on standard output.

In the style of Python clients of these rings: one frame per line, `bytes.fromhex`, `struct.unpack_from`, a dict per message,
`json.dumps`. It decodes the benchmark's input and, being independent, also checks Halo's output.
"""
import datetime
import json
import struct
import sys

PUSHES = {1: "newHeartRate", 2: "newBloodPressure", 3: "newSpO2", 4: "newSteps", 5: "newTemperature", 6: "newSport",
          7: "sportEnded", 0x0D: "newBloodSugar", 0x10: "goalsChanged", 0x2B: "newHRV", 0x2C: "newStress"}
LIVE = {1: "heartRate", 3: "spo2", 6: "continuousHeartRate", 8: "stress", 0x0A: "hrv"}
AUTO = {0x2C: "spo2", 0x36: "stress", 0x38: "hrv"}
STAGES = {0: "none", 1: "error", 2: "light", 3: "deep", 4: "rem", 5: "awake"}
LOGS = {0x15: "heartRateLog", 0x37: "stressLog", 0x39: "hrvLog", 0x43: "activity"}
BIG = {0x27: "sleep", 0x3E: "naps", 0x2A: "spo2Log", 0x25: "temperatureLog", 0x28: "manualHeartRate"}


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def clock(minutes):
    return "%02d:%02d" % divmod(minutes % 1440, 60)


def bcd(byte):
    return (byte >> 4) * 10 + (byte & 15)


def date(data, at):
    return "20%02d-%02d-%02d" % (bcd(data[at]), bcd(data[at + 1]), bcd(data[at + 2]))


def u24be(data, at):
    return data[at] << 16 | data[at + 1] << 8 | data[at + 2]


def u24le(data, at):
    return data[at + 2] << 16 | data[at + 1] << 8 | data[at]


def signed12(high, low):
    value = high << 4 | low & 15
    return value - 4096 if value & 2048 else value


def unknown(frame, command):
    return {"type": "unknown", "command": "0x%02X" % command, "hex": frame.hex()}


class Decoder:
    def __init__(self):
        self.logs = {}
        self.big = b""

    def frame(self, frame):
        if len(frame) == 16 and sum(frame[:15]) & 0xFF == frame[15]:
            return [m for m in [self.packet(frame)] if m]
        if self.big or frame[:1] == b"\xBC":
            self.big += frame
            return self.drain()
        return [{"type": "corrupt", "reason": "checksum" if len(frame) == 16 else "length", "hex": frame.hex()}]

    def drain(self):
        messages = []
        while len(self.big) >= 6:
            _, ident, length, crc = struct.unpack_from("<BBHH", self.big)
            if len(self.big) < 6 + length:
                break
            whole, self.big = self.big[:6 + length], self.big[6 + length:]
            if crc != crc16(whole[6:]):
                messages.append({"type": "corrupt", "reason": "crc", "hex": whole.hex()})
            else:
                messages.append(self.big_data(ident, whole))
        return messages

    def packet(self, p):
        command = p[0]
        if command == 0x03:
            return {"type": "battery", "percent": p[1], "charging": p[2] != 0}
        if command == 0x01:
            return {"type": "capabilities", "temperature": p[1] == 1, "spo2": bool(p[4] & 2),
                    "bloodPressure": bool(p[4] & 4), "newSleepProtocol": p[9] == 1, "manualHeartRate": bool(p[12] & 1),
                    "bloodSugar": bool(p[12] & 0x80), "stress": bool(p[14] & 0x10), "hrv": bool(p[14] & 0x20)}
        if command == 0x2F:
            return {"type": "packetSize", "bytes": p[1]}
        if command == 0x16 and p[1] in (1, 2):
            message = {"type": "heartRateLogSettings", "enabled": p[2] == 1}
            if p[1] == 1:
                message["intervalMinutes"] = p[3]
            return message
        if command in AUTO and p[1] in (1, 2):
            return {"type": "autoMeasurement", "of": AUTO[command], "enabled": p[2] == 1}
        if command == 0x3A and p[1] == 3 and p[2] in (1, 2):
            return {"type": "autoMeasurement", "of": "temperature", "enabled": p[3] == 1}
        if command in LOGS and p[1] == 0xFF:
            return {"type": "noData", "of": LOGS[command]}
        if command in (0x15, 0x37, 0x39):
            return self.numbered(command, p)
        if command == 0x43:
            return self.activity(p)
        if command == 0x07:
            return self.day_totals(p)
        if command == 0x48:
            return {"type": "todayTotals", "steps": u24be(p, 1), "runningSteps": u24be(p, 4),
                    "kilocalories": u24be(p, 7) / 1000, "meters": u24be(p, 10),
                    "activeMinutes": struct.unpack_from(">H", p, 13)[0]}
        if command == 0x69 and p[1] in LIVE and p[2] < 3:
            status = {1: "notWorn", 2: "noData"}.get(p[2]) or ("ok" if p[3] else "measuring")
            if p[1] == 8 and p[2] == 1 and p[3]:  # A stress score that is complete.
                status = "ok"
            message = {"type": "realTime", "of": LIVE[p[1]], "status": status}
            if status == "ok":
                message["value"] = p[3]
            interval, = struct.unpack_from("<H", p, 6)
            if interval:
                message["beatIntervalMilliseconds"] = interval
            return message
        if command == 0x6A and p[1] in LIVE:
            message = {"type": "realTimeStopped", "of": LIVE[p[1]]}
            if p[2]:
                message["value"] = p[2]
            return message
        if command == 0x73:
            if p[1] == 0x0C:
                return {"type": "battery", "percent": p[2], "charging": p[3] != 0}
            if p[1] == 0x12:
                return {"type": "liveActivity", "steps": u24be(p, 2), "kilocalories": u24be(p, 5) / 1000,
                        "meters": u24be(p, 8)}
            if p[1] in PUSHES:
                message = {"type": "push", "event": PUSHES[p[1]]}
                if p[1] in (0x2B, 0x2C) and p[2]:
                    message["value"] = p[2]
                return message
        if command == 0x21 and p[1] == 1:
            sport, sleep = struct.unpack_from("<HH", p, 11)
            return {"type": "goals", "steps": u24le(p, 2), "kilocalories": u24le(p, 5) / 1000, "meters": u24le(p, 8),
                    "sportMinutes": sport, "sleepMinutes": sleep}
        if command == 0x3C:
            return {"type": "deviceSupport", "wantsBond": bool(p[2] & 8)}
        if command == 0xA1:
            if p[1] in (1, 2):
                raw, high, low, difference = struct.unpack_from(">4H", p, 2)
                return {"type": "rawSpO2" if p[1] == 1 else "rawPPG", "raw": raw, "maximum": high, "minimum": low,
                        "difference": difference}
            if p[1] == 3:
                y, z, x = (signed12(p[i], p[i + 1]) for i in (2, 4, 6))
                return {"type": "rawAccelerometer", "x": x, "y": y, "z": z,
                        "g": {"x": round(x / 512, 3), "y": round(y / 512, 3), "z": round(z / 512, 3)}}
            if p[1] != 0xEE:
                return unknown(p, command)
        if command == 0x1E and not any(p[2:15]) and p[1] not in (1, 2):
            message = {"type": "realTime", "of": "heartRate", "status": "ok" if p[1] else "measuring"}
            if p[1]:
                message["value"] = p[1]
            return message
        if command in (0x0A, 0x21) and p[1] == 2 or command in (0x04, 0x08, 0x10, 0x50) and not any(p[1:15]):
            return {"type": "acknowledged", "command": "0x%02X" % command}
        if command >= 0x80 and command not in (0xBC, 0xC9, 0xCA, 0xFF):
            reason = "unsupported" if p[1] == 0xEE else "code 0x%02X" % p[1]
            return {"type": "error", "command": "0x%02X" % (command & 0x7F), "reason": reason}
        return unknown(p, command)

    def numbered(self, command, p):
        log = self.logs.setdefault(command, {})
        log[p[1]] = p
        if 0 not in log or len(log) < log[0][2]:
            return None
        del self.logs[command]
        interval = log[0][3]
        values = b"".join(log[i][(6 if command == 0x15 else 3) if i == 1 else 2:15] for i in range(1, log[0][2]))
        values = values[:1440 // interval]
        if command == 0x15:
            stamp, = struct.unpack_from("<I", log[1], 2)
            day = datetime.datetime.fromtimestamp(stamp, datetime.timezone.utc).strftime("%Y-%m-%d")
            return {"type": "heartRateLog", "date": day, "intervalMinutes": interval,
                    "samples": [{"time": clock(i * interval), "bpm": v} for i, v in enumerate(values) if v]}
        key = "value" if command == 0x37 else "milliseconds"
        return {"type": LOGS[command], "daysAgo": log[1][2],
                "samples": [{"time": clock(i * interval), key: v} for i, v in enumerate(values) if v]}

    def activity(self, p):
        log = self.logs.setdefault(0x43, {})
        if p[1] == 0xF0:
            log["header"] = p
            return None
        log[p[5]] = p
        rows = [row for index, row in log.items() if index != "header"]
        if len(rows) < p[6]:
            return None
        del self.logs[0x43]
        scale = 10 if "header" not in log or log["header"][3] == 1 else 1
        intervals = []
        for row in sorted(rows, key=lambda row: row[4]):
            energy, steps, meters = struct.unpack_from("<HHH", row, 7)
            intervals.append({"time": clock(row[4] * 15), "steps": steps, "kilocalories": energy * scale / 1000,
                              "meters": meters})
        totals = {key: sum(row[key] for row in intervals) for key in ("steps", "meters")}
        totals["kilocalories"] = round(sum(row["kilocalories"] for row in intervals), 3)
        return {"type": "activity", "date": date(p, 1), "intervals": intervals, "totals": totals}

    def day_totals(self, p):
        if p[2] == 0x80:
            return {"type": "noData", "of": "dayTotals"}
        log = self.logs.setdefault(7, {})
        log[p[1]] = p
        if len(log) < 2:
            return None
        del self.logs[7]
        one, two = log[0], log[1]
        active, asleep = struct.unpack_from(">HH", two, 9)
        return {"type": "dayTotals", "daysAgo": one[2], "date": date(one, 3), "steps": u24be(one, 6),
                "runningSteps": u24be(one, 9), "kilocalories": u24be(one, 12) / 1000, "meters": u24be(two, 6),
                "activeMinutes": active, "sleepMinutes": asleep}

    def big_data(self, ident, whole):
        data = whole[6:]
        if ident not in BIG:
            return unknown(whole, ident)
        if not data or ident in (0x27, 0x3E) and data == b"\0":
            return {"type": "noData", "of": BIG[ident]}
        if ident in (0x27, 0x3E):
            nights, at = [], 1
            for _ in range(data[0]):
                ago, length, start, end = struct.unpack_from("<BBHH", data, at)
                pairs = data[at + 6:at + 2 + length]
                nights.append({"daysAgo": ago, "start": clock(start), "end": clock(end), "minutes": (end - start) % 1440,
                               "stages": [{"stage": STAGES.get(pairs[i], "unknown"), "minutes": pairs[i + 1]}
                                          for i in range(0, len(pairs), 2)]})
                at += 2 + length
            return {"type": BIG[ident], "nights": nights}
        if ident == 0x2A:
            days = []
            for at in range(0, len(data), 49):
                hours = [{"hour": h, "minimum": data[at + 1 + 2 * h], "maximum": data[at + 2 + 2 * h]}
                         for h in range(24) if data[at + 1 + 2 * h]]
                days.append({"daysAgo": data[at], "hours": hours})
            return {"type": "spo2Log", "days": days}
        if ident == 0x28:
            return {"type": "manualHeartRate", "samples": [
                {"daysAgo": ago, "time": clock(minute), "bpm": bpm}
                for ago, minute, bpm in struct.iter_unpack("<BHB", data)]}
        days, at = [], 0
        while at < len(data):
            ago, interval = data[at], data[at + 1]
            slots = data[at + 2:at + 2 + 1440 // interval]
            days.append({"daysAgo": ago, "samples": [{"time": clock(i * interval), "celsius": (200 + v) / 10}
                                                     for i, v in enumerate(slots) if v]})
            at += 2 + 1440 // interval
        return {"type": "temperatureLog", "days": days}

    def finish(self):
        for command, log in self.logs.items():
            yield {"type": "incomplete", "of": LOGS.get(command, "dayTotals"), "frames": len(log)}
        if self.big:
            yield {"type": "incomplete", "of": BIG.get(self.big[1], "unknown"), "frames": 1}


def main():
    decoder = Decoder()
    dumps = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
    write = sys.stdout.write
    for line in sys.stdin:
        text = line.partition("#")[0].strip()
        if text:
            for message in decoder.frame(bytes.fromhex(text)):
                write(dumps(message) + "\n")
    for message in decoder.finish():
        write(dumps(message) + "\n")


if __name__ == "__main__":
    main()
