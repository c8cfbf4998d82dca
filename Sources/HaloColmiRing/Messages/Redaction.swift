extension ColmiRing {
  /// Replaces health data in frames with invented values, and keeps the structure: lengths, counts, days and times,
  /// absent values, sums and checksums. A redacted log decodes to the same number of messages as the original.
  struct Redaction {
    /// Returns an invented number in a range.
    let number: (ClosedRange<Int>) -> Int

    /// Redacts the frames of one link in order, each with its channel and direction.
    func redact(
      _ frames: [(channel: Channel, direction: RecordedFrame.Direction, bytes: [UInt8])]
    ) -> [[UInt8]] {
      var results = frames.map(\.bytes)
      var made: [RecordedFrame.Direction: [Packet: Packet]] = [:]
      for direction in [RecordedFrame.Direction.sent, .received] {
        let indices = frames.indices.filter {
          frames[$0].direction == direction && frames[$0].channel == .bigData && Packet(frames[$0].bytes) == nil
        }
        var stream = redactStream(indices.map { frames[$0].bytes }, direction)[...]
        for index in indices {
          results[index] = [UInt8](stream.prefix(frames[index].bytes.count))
          stream = stream.dropFirst(frames[index].bytes.count)
        }
      }
      for (index, frame) in frames.enumerated() {
        if let packet = Packet(frame.bytes) {
          // Repeated packets stay repeated in the copy.
          let known = made[frame.direction]?[packet]
          let new = known ?? (frame.direction == .sent ? sent(packet) : received(packet))
          made[frame.direction, default: [:]][packet] = new
          results[index] = new.bytes
        } else if frame.channel == .commands {
          results[index] = randomized(frame.bytes, keeping: 1)
        }
      }
      return results
    }

    /// Redacts the concatenated big data of one direction: complete frames get a new checksum, and all other bytes are
    /// removed.
    private func redactStream(_ frames: [[UInt8]], _ direction: RecordedFrame.Direction) -> [UInt8] {
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
        // Put complete frames back at their original positions.
        let bytes = data.bytes
        var start = result.count
        while start + bytes.count <= stream.count, !stream[start..<start + bytes.count].elementsEqual(bytes) {
          start += 1
        }
        guard start + bytes.count <= stream.count else { continue }
        result += randomized([UInt8](stream[result.count..<start]), keeping: 0)
        result += BigData(id: data.id, payload: direction == .sent ? sent(data) : received(data)).bytes
      }
      return result + randomized([UInt8](stream[result.count...]), keeping: 0)
    }

    private func sent(_ packet: Packet) -> Packet {
      // Unknown bytes may contain a text message.
      guard let request = Request(packet) else { return packet.keeping(packet.command == Preferences.command ? 2 : 1) }
      // Encode the request again to remove trailing bytes. Some requests have several forms.
      guard case .packet(let plain) = request.redacted.outgoing, plain.command == packet.command, plain[1] == packet[1]
      else { return packet.keeping(3) }
      return plain
    }

    /// Keeps only decoded fields, with invented values. All other bytes are removed, because they may contain anything.
    private func received(_ packet: Packet) -> Packet { PacketForm.of(packet).redacted(packet, self) }

    private func sent(_ data: BigData) -> [UInt8] {
      Request(data) == nil ? [UInt8](repeating: 0, count: data.payload.count) : data.payload
    }

    private func received(_ data: BigData) -> [UInt8] {
      switch Message(data) {
      case .noData: data.payload
      case .unknown, .corrupt: randomized(data.payload, keeping: 0)
      default: BigDataForm.of(data.id)?.redacted(data.payload, self) ?? randomized(data.payload, keeping: 0)
      }
    }

    /// Replaces the nonzero bytes at `indices` with invented ones.
    func randomized(_ packet: Packet, _ indices: Range<Int>, _ range: ClosedRange<Int>) -> Packet {
      let values = indices.map { packet[$0] == 0 ? 0 : UInt8(number(range)) }
      return packet.replacing(indices, with: values)
    }

    private func randomized(_ bytes: [UInt8], keeping count: Int) -> [UInt8] {
      [UInt8](bytes.prefix(count)) + bytes.dropFirst(count).map { $0 == 0 ? 0 : UInt8(number(1...255)) }
    }
  }
}

extension ColmiRing.Packet {
  /// Returns whether the payload begins with these bytes.
  func starts(with payload: [UInt8]) -> Bool { payload.enumerated().allSatisfy { self[$0 + 1] == $1 } }

  /// Returns a packet with the first `count` bytes, and zeros for the others.
  func keeping(_ count: Int) -> ColmiRing.Packet {
    ColmiRing.Packet(command, (1..<max(count, 1)).map { self[$0] })
  }

  /// Returns a packet with other bytes at `indices` (padded with zeros), and the matching checksum.
  func replacing(_ indices: Range<Int>, with bytes: [UInt8]) -> ColmiRing.Packet {
    var payload = [UInt8](self.bytes[1..<15])
    for (index, position) in indices.enumerated() { payload[position - 1] = index < bytes.count ? bytes[index] : 0 }
    return ColmiRing.Packet(command, payload)
  }
}
