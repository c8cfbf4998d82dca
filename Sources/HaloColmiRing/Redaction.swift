import HaloBluetooth
extension ColmiRing {
  /// Takes what a wearer's body said out of frames, and leaves how it was said: lengths, counts, days and times, what is absent, sums
  /// and checksums. A redacted log decodes to as many messages as the real one, with values that are made up.
  struct Redaction<Random: RandomNumberGenerator> {
    private var random: Random

    init(_ random: Random) { self.random = random }

    /// The frames of one link, each with its channel and direction, in order; the generator as it is afterwards.
    mutating func redact(
      _ frames: [(channel: Channel, direction: RecordedFrame.Direction, bytes: [UInt8])]
    ) -> (frames: [[UInt8]], random: Random) {
      var results = frames.map(\.bytes)
      var made: [RecordedFrame.Direction: [Packet: Packet]] = [:]
      for direction in [RecordedFrame.Direction.sent, .received] {
        let places = frames.indices.filter {
          frames[$0].direction == direction && frames[$0].channel == .bigData && Packet(frames[$0].bytes) == nil
        }
        var stream = redactStream(places.map { frames[$0].bytes }, direction)[...]
        for place in places {
          results[place] = [UInt8](stream.prefix(frames[place].bytes.count))
          stream = stream.dropFirst(frames[place].bytes.count)
        }
      }
      for (place, frame) in frames.enumerated() {
        if let packet = Packet(frame.bytes) {
          // What is said twice is said twice in the copy.
          let known = made[frame.direction]?[packet]
          let new = known ?? (frame.direction == .sent ? sent(packet) : received(packet))
          made[frame.direction, default: [:]][packet] = new
          results[place] = new.bytes
        } else if frame.channel == .commands {
          results[place] = madeUp(frame.bytes, keeping: 1)
        }
      }
      return (results, random)
    }

    /// Big data of one direction, end to end: what is whole is redacted with a checksum of its own, and of the rest nothing stays.
    private mutating func redactStream(_ frames: [[UInt8]], _ direction: RecordedFrame.Direction) -> [UInt8] {
      var whole: [BigData] = []
      var deframer = Deframer()
      for (ordinal, frame) in frames.enumerated() {
        deframer.receive(frame, on: .bigData, ordinal: ordinal) { output, _ in
          if case .bigData(let data) = output { whole.append(data) }
        }
      }
      let stream = frames.flatMap { $0 }
      var result: [UInt8] = []
      for data in whole {
        // What was whole stands in the stream as it was.
        let bytes = data.bytes
        var start = result.count
        while start + bytes.count <= stream.count, !stream[start..<start + bytes.count].elementsEqual(bytes) {
          start += 1
        }
        guard start + bytes.count <= stream.count else { continue }
        result += madeUp([UInt8](stream[result.count..<start]), keeping: 0)
        result += BigData(id: data.id, payload: direction == .sent ? sent(data) : received(data)).bytes
      }
      return result + madeUp([UInt8](stream[result.count...]), keeping: 0)
    }

    // MARK: Packets

    private mutating func sent(_ packet: Packet) -> Packet {
      switch Request(packet) {
      case .phoneName: return Packet(Command.phoneName, Request.phoneNamePrefix + [UInt8]("phone".utf8))
      case .configureGoals: return Packet(packet.command, [2] + Self.usualGoals)
      // What nobody understands may be a message of somebody.
      case nil: return Packet(packet.command, packet.command == Command.preferences ? [packet[1]] : [])
      case let request?:
        if packet.command == Command.stopRealTime { return Packet(packet.command, [packet[1]]) }
        // Said anew, so that nothing is behind what is understood. Some requests have several forms.
        guard case .packet(let plain) = request.outgoing, plain.command == packet.command, plain[1] == packet[1] else {
          return Packet(packet.command, [packet[1], packet[2]])
        }
        return plain
      }
    }

    /// What is understood, with values that are made up. Everything else in a packet goes, because it may be anything.
    private mutating func received(_ packet: Packet) -> Packet {
      func keeping(_ count: Int) -> Packet { Packet(packet.command, (1..<max(count, 1)).map { packet[$0] }) }
      if packet.command >= 0x80, packet.command != Command.rawSensors {
        return packet[1] == DeviceError.unsupportedCode ? keeping(2) : keeping(1)
      }
      // Nothing of that day.
      if Self.logs.contains(packet.command), packet[1] == 0xFF { return keeping(2) }
      switch packet.command {
      case Command.activity where packet[1] == 0xF0: return keeping(4)
      // A row has a quarter hour, and a place among the rows.
      case Command.activity where packet[4] > 95 || packet[5] >= packet[6] || packet[6] > 96: return keeping(1)
      case Command.activity:
        let steps = packet.u16LE(at: 9) == 0 ? 0 : number(1...900)
        return keeping(7).replacing(7..<13, with: [steps * 4, steps, steps * 3 / 4].flatMap(Digits.u16LE))
      case Command.heartRateLog where packet[1] == 0, Command.stressLog where packet[1] == 0,
        Command.hrvLog where packet[1] == 0:
        return keeping(4)
      case Command.heartRateLog: return madeUp(packet, (packet[1] == 1 ? 6 : 2)..<15, 52...110)
      case Command.stressLog, Command.hrvLog: return madeUp(packet, (packet[1] == 1 ? 3 : 2)..<15, 20...70)
      case Command.todayTotals: return packet.replacing(1..<15, with: totals(isEmpty: packet.isZero(from: 1)))
      case Command.dayTotals where packet[1] == 0 && packet[2] != DayTotals.noDataMark:
        return keeping(6).replacing(6..<15, with: [UInt8](totals(isEmpty: packet.isZero(from: 6)).prefix(9)))
      case Command.dayTotals where packet[1] == 1:
        return keeping(6).replacing(6..<13, with: [0, UInt8(number(0...19)), 0, 0, UInt8(number(0...90)), 1, 0x90])
      case Command.dayTotals: return keeping(3)
      case Command.olderRealTime: return madeUp(keeping(2), 1..<2, 60...99)
      case Command.stopRealTime: return madeUp(keeping(3), 2..<3, 60...99)
      case Command.realTime: return live(packet)
      case Command.rawSensors: return packet[1] == RawAccelerometer.subtype ? acceleration() : light(packet)
      case Command.goals where packet[1] == 1: return Packet(packet.command, [1] + Self.usualGoals)
      case Command.preferences where packet[1] == 1: return Packet(packet.command, [1, 0, 0] + Self.usualWearer)
      case Command.push where packet[1] == Push.batteryCode: return keeping(4)
      case Command.push where packet[1] == Push.liveActivityCode:
        let steps = number(100...9000)
        return keeping(2).replacing(2..<11, with: [steps, steps * 4, steps * 3 / 4].flatMap(Digits.u24BE))
      case Command.push: return madeUp(keeping(3), 2..<3, 20...70)
      // What has just this form says nothing of the wearer.
      case Command.setTime: return Capabilities(packet).packet
      case Command.deviceSupport: return DeviceSupport(packet).packet
      case Command.battery, Command.spo2Settings, Command.stressSettings, Command.hrvSettings, Command.packetSize:
        return keeping(3)
      case Command.heartRateLogSettings, Command.temperatureSettings: return keeping(5)
      default:
        if case .acknowledged = Message(packet) { return keeping(2) }
        return keeping(1)
      }
    }

    private static var logs: Set<UInt8> {
      [Command.activity, Command.heartRateLog, Command.stressLog, Command.hrvLog, Command.dayTotals]
    }

    /// A reading of a live measurement; its beat interval is made to fit.
    private mutating func live(_ packet: Packet) -> Packet {
      let plain = Packet(packet.command, [packet[1], packet[2]])
      guard case .realTime(let reading) = Message(packet) else { return plain }
      let range =
        switch reading.quantity {
        case .heartRate, .continuousHeartRate: 60...99
        case .spo2: 94...99
        case .hrv, .stress: 20...60
        }
      let value = packet[3] == 0 ? 0 : number(range)
      let result = plain.replacing(3..<4, with: [UInt8(value)])
      guard packet.u16LE(at: 6) > 0 else { return result }
      return result.replacing(6..<8, with: Digits.u16LE(60_000 / max(value, 60)))
    }

    private mutating func light(_ packet: Packet) -> Packet {
      let plain = Packet(packet.command, [packet[1]])
      guard RawLight.Kind(rawValue: packet[1]) != nil, !packet.isZero(from: 2) else { return plain }
      let (lowest, range) = (number(9_000...12_000), number(100...900))
      let reading = packet.u16BE(at: 2) == 0 ? 0 : lowest + number(0...range)
      return plain.replacing(2..<10, with: [reading, lowest + range, lowest, range].flatMap(Digits.u16BE))
    }

    private mutating func acceleration() -> Packet {
      RawAccelerometer(x: number(-40...40), y: number(-40...40), z: 512 + number(-20...20)).packet
    }

    private mutating func totals(isEmpty: Bool) -> [UInt8] {
      guard !isEmpty else { return [] }
      let steps = number(2000...12_000)
      return [steps, steps / 20, steps * 40, steps * 3 / 4].flatMap(Digits.u24BE) + Digits.u16BE(steps / 100)
    }

    // MARK: Big data

    private func sent(_ data: BigData) -> [UInt8] {
      Request(data) == nil ? [UInt8](repeating: 0, count: data.payload.count) : data.payload
    }

    private mutating func received(_ data: BigData) -> [UInt8] {
      guard !data.payload.isEmpty, data.payload != [0] else { return data.payload }
      switch Message(data) {
      case .spo2Log:
        let whole = data.payload.count / SpO2Log.bytesPerDay * SpO2Log.bytesPerDay
        return data.payload.enumerated().map { index, byte in
          guard index < whole else { return 0 }
          return index % SpO2Log.bytesPerDay == 0 || byte == 0 ? byte : index.isMultiple(of: 2) ? 98 : 95
        }
      case .manualHeartRate:
        return data.payload.enumerated().map { index, byte in
          index % 4 == 3 && byte > 0 ? UInt8(number(55...100)) : byte
        }
      case .temperatureLog: return temperatures(data.payload)
      case .sleepLog: return sleep(data.payload)
      default: return madeUp(data.payload, keeping: 0)
      }
    }

    /// As many nights of as many stretches, with stages of their own. The minutes still add up to the span.
    private mutating func sleep(_ payload: [UInt8]) -> [UInt8] {
      // Whatever the walk does not reach is nothing that is understood.
      var result = [UInt8](repeating: 0, count: payload.count)
      result[0] = payload[0]
      var position = 1
      while position + 6 <= payload.count {
        (result[position], result[position + 1]) = (payload[position], payload[position + 1])
        let end = min(position + 2 + Int(payload[position + 1]), payload.count)
        let begin = number(1290...1430)
        var minutes = 0
        for place in stride(from: position + 6, to: end - 1, by: 2) {
          (result[place], result[place + 1]) = (UInt8(number(2...5)), UInt8(number(4...40)))
          minutes += Int(result[place + 1])
        }
        let times = Digits.u16LE(begin) + Digits.u16LE((begin + minutes) % 1440)
        result.replaceSubrange(position + 2..<position + 6, with: times)
        position = end
      }
      return result
    }

    /// A day each: how long ago, the minutes of a slot, and the slots.
    private mutating func temperatures(_ payload: [UInt8]) -> [UInt8] {
      var result = [UInt8](repeating: 0, count: payload.count)
      var position = 0
      while position + 1 < payload.count {
        (result[position], result[position + 1]) = (payload[position], payload[position + 1])
        let interval = Int(payload[position + 1])
        let end = interval == 0 ? payload.count : min(position + 2 + 1440 / interval, payload.count)
        for place in position + 2..<max(end, position + 2) where payload[place] > 0 {
          result[place] = UInt8(number(120...150))
        }
        position = end
      }
      return result
    }

    // MARK: Made up

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// The packet with other values in place of those that are there.
    private mutating func madeUp(_ packet: Packet, _ places: Range<Int>, _ range: ClosedRange<Int>) -> Packet {
      let values = places.map { packet[$0] == 0 ? 0 : UInt8(number(range)) }
      return packet.replacing(places, with: values)
    }

    private mutating func madeUp(_ bytes: [UInt8], keeping count: Int) -> [UInt8] {
      [UInt8](bytes.prefix(count)) + bytes.dropFirst(count).map { $0 == 0 ? 0 : UInt8(number(1...255)) }
    }

    /// 8000 steps, 300 kcal, 5 km, 30 minutes of sport, 8 hours of sleep.
    private static var usualGoals: [UInt8] {
      Goals(steps: 8000, calories: 300_000, meters: 5000, sportMinutes: 30, sleepMinutes: 480).body
    }

    /// 30 years, 170 cm, 70 kg, 120 over 80.
    private static var usualWearer: [UInt8] { [2, 30, 170, 70, 120, 80, 0] }
  }
}

/// Numbers as bytes.
private enum Digits {
  static func u16LE(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
  static func u16BE(_ value: Int) -> [UInt8] { u16LE(value).reversed() }
  static func u24BE(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 16)] + u16BE(value) }
}

extension ColmiRing.Packet {
  /// The packet with other bytes at `places` (filled up with zeros), and the sum that goes with them.
  fileprivate func replacing(_ places: Range<Int>, with bytes: [UInt8]) -> ColmiRing.Packet {
    var payload = [UInt8](self.bytes[1..<15])
    for (index, place) in places.enumerated() { payload[place - 1] = index < bytes.count ? bytes[index] : 0 }
    return ColmiRing.Packet(command, payload)
  }
}
