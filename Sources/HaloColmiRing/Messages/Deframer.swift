import HaloWearables

extension ColmiRing {
  /// Turns what came over a ring's two channels into command packets and whole frames of big data.
  ///
  /// One frame is what one notification or write carried. Where the channel is not known, 16 bytes with a right sum are a
  /// command packet, `BC …` starts big data, and anything else continues big data that is unfinished.
  struct Deframer: Sendable {
    enum Output {
      case bigData(BigData)
      case corrupt(Corrupt)
      case incomplete(Incomplete)
    }

    /// Big data of which a part is here.
    private var pending: [UInt8] = []
    /// The frames that `pending` came in.
    private var pendingFrames: [Int] = []

    /// Takes a frame in that is no command packet, as ``packet(in:on:)`` says.
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

    /// Reports what is unfinished. Nothing is pending afterwards.
    mutating func finish(emit: (Output, FrameTrail) -> Void) {
      guard let last = pendingFrames.popLast() else { return }
      let id = pending.count > 1 ? pending[1] : nil
      let incomplete = Incomplete(bigDataID: id, frames: pendingFrames.count + 1)
      emit(.incomplete(incomplete), FrameTrail(earlier: pendingFrames, last: last))
      pending.removeAll(keepingCapacity: true)
      pendingFrames.removeAll(keepingCapacity: true)
    }

    /// The command packet that a frame is; `nil` where it is none.
    @inline(__always)
    func packet(in frame: [UInt8], on channel: Channel?) -> Packet? {
      guard let packet = Packet(frame) else { return nil }
      switch channel {
      case .commands:
        return packet
      case .bigData:
        // Raw sensor packets come on either channel; nothing else of 16 bytes does.
        return packet.command == 0xA1 || (pending.isEmpty && packet.command != BigData.mark) ? packet : nil
      case nil:
        // One of 256 pieces of big data that are 16 bytes long has a right sum by chance. There is no command BC.
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
        // Two frames may come back to back: what is left begins in the present notification.
        pendingFrames = pending.isEmpty ? [] : [ordinal]
        if let first = pending.first, first != BigData.mark {
          emit(.corrupt(Corrupt(reason: .length, bytes: pending)), FrameTrail(last: ordinal))
          pending.removeAll(keepingCapacity: true)
          pendingFrames.removeAll(keepingCapacity: true)
        }
      }
    }

    /// Whether a notification that begins with the mark is a new frame, although the last one is unfinished.
    ///
    /// A continuation may begin with that byte by chance, so it is asked first whether the unfinished frame comes out right
    /// with it. Otherwise a known id, or a frame whole in itself, means that the last one lost its end.
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

    /// Header and payload together, once the length is here.
    private static func totalLength(of bytes: [UInt8]) -> Int? {
      bytes.count >= BigData.headerLength ? BigData.headerLength + bytes.u16LE(at: 2) : nil
    }

    private static func isWhole(_ frame: [UInt8]) -> Bool {
      BigData(frame: frame) != nil
    }
  }
}

extension ColmiRing.BigData {
  /// The frame in exactly these bytes, or `nil` where mark, length or CRC are wrong.
  public init?(frame bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength, bytes[0] == Self.mark,
      bytes.count == Self.headerLength + bytes.u16LE(at: 2),
      bytes.u16LE(at: 4) == Int(CRC16.modbus(bytes[Self.headerLength...]))
    else { return nil }
    self.init(id: bytes[1], payload: [UInt8](bytes[Self.headerLength...]))
  }
}
