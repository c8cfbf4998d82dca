extension ColmiRing {
  /// Assembles the frames of a ring's two channels into command packets and frames of big data.
  ///
  /// A frame is one notification or write. If the channel is unknown, 16 bytes with a valid checksum are a command
  /// packet, `BC …` starts big data, and anything else continues incomplete big data.
  struct Deframer: Sendable {
    enum Output {
      case bigData(BigData)
      case corrupt(Corrupt)
      case incomplete(Incomplete)
    }

    /// The bytes of incomplete big data.
    private var pending: [UInt8] = []
    /// The frames of `pending`.
    private var pendingFrames: [Int] = []

    /// Processes a frame that is not a command packet; see ``packet(in:on:)``.
    mutating func receive(
      _ frame: [UInt8], on channel: Channel?, ordinal: Int, emit: (Output, FrameTrail) -> Void
    ) {
      let belongsToBigData = !frame.isEmpty && (!pending.isEmpty || frame[0] == BigData.mark)
      if channel != .commands, belongsToBigData {
        receiveBigData(frame, ordinal: ordinal, emit: emit)
      } else {
        emit(.corrupt(Corrupt(notAPacket: frame)), FrameTrail(last: ordinal))
      }
    }

    /// Emits incomplete big data, and clears it.
    mutating func finish(emit: (Output, FrameTrail) -> Void) {
      guard let last = pendingFrames.popLast() else { return }
      let id = pending.count > 1 ? pending[1] : nil
      let incomplete = Incomplete(bigDataID: id, frames: pendingFrames.count + 1)
      emit(.incomplete(incomplete), FrameTrail(earlier: pendingFrames, last: last))
      pending.removeAll(keepingCapacity: true)
      pendingFrames.removeAll(keepingCapacity: true)
    }

    /// Decodes a command packet; `nil` for other frames.
    @inline(__always)
    func packet(in frame: [UInt8], on channel: Channel?) -> Packet? {
      guard let packet = Packet(frame) else { return nil }
      switch channel {
      case .commands:
        return packet
      case .bigData:
        // Raw sensor packets come on either channel; no other packet of 16 bytes does.
        return packet.command == 0xA1 || (pending.isEmpty && packet.command != BigData.mark) ? packet : nil
      case nil:
        // A 16-byte piece of big data has a valid checksum by chance once in 256. There is no command BC.
        return packet.command == BigData.mark && (BigData.knownIDs.contains(packet[1]) || Self.isWhole(frame))
          ? nil : packet
      }
    }

    private mutating func receiveBigData(_ frame: [UInt8], ordinal: Int, emit: (Output, FrameTrail) -> Void) {
      if !pending.isEmpty, startsAnew(frame) { finish(emit: emit) }
      pending.append(contentsOf: frame)
      pendingFrames.append(ordinal)
      while let total = Self.totalLength(of: pending), pending.count >= total {
        let trail = FrameTrail(earlier: [Int](pendingFrames.dropLast()), last: ordinal)
        let whole = [UInt8](pending[..<total])
        pending.removeFirst(total)
        if let data = BigData(frame: whole) {
          emit(.bigData(data), trail)
        } else {
          emit(.corrupt(Corrupt(reason: .crc, bytes: whole)), trail)
        }
        // Two frames may come back to back: the rest of this notification starts the next frame.
        pendingFrames = pending.isEmpty ? [] : [ordinal]
        if let first = pending.first, first != BigData.mark {
          emit(.corrupt(Corrupt(reason: .length, bytes: pending)), FrameTrail(last: ordinal))
          pending.removeAll(keepingCapacity: true)
          pendingFrames.removeAll(keepingCapacity: true)
        }
      }
    }

    /// Returns whether a notification that begins with the mark is a new frame, although the previous one is
    /// incomplete.
    ///
    /// A continuation may begin with that byte by chance, so first check whether it completes the previous frame with a
    /// valid CRC. Otherwise a known id, or a notification that is a complete frame, means that the end of the previous
    /// one was lost.
    private func startsAnew(_ frame: [UInt8]) -> Bool {
      guard frame.first == BigData.mark, frame.count > 1 else { return false }
      let joined = pending + frame
      if let total = Self.totalLength(of: joined), joined.count >= total,
        BigData(frame: [UInt8](joined[..<total])) != nil
      {
        return false
      }
      return BigData.knownIDs.contains(frame[1]) || Self.isWhole(frame)
    }

    /// Returns the length of header and payload; `nil` before the header is complete.
    private static func totalLength(of bytes: [UInt8]) -> Int? {
      bytes.count >= BigData.headerLength ? BigData.headerLength + bytes.u16LE(at: 2) : nil
    }

    private static func isWhole(_ frame: [UInt8]) -> Bool {
      BigData(frame: frame) != nil
    }
  }
}

extension ColmiRing.BigData {
  /// Decodes exactly one frame; `nil` if mark, length or CRC is wrong.
  public init?(frame bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength, bytes[0] == Self.mark,
      bytes.count == Self.headerLength + bytes.u16LE(at: 2),
      bytes.u16LE(at: 4) == Int(CRC16.modbus(bytes[Self.headerLength...]))
    else { return nil }
    self.init(id: bytes[1], payload: [UInt8](bytes[Self.headerLength...]))
  }
}
