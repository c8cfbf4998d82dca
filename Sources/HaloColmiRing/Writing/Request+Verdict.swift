extension ColmiRing.Request {
  private typealias Packet = ColmiRing.Packet

  /// Returns whether a value may be written to a channel. The driver's own frames are checked too.
  static func verdict(onWriting value: [UInt8], on channel: ColmiRing.Channel) -> WriteVerdict {
    if let frame = ColmiRing.ForbiddenFrame.of(value) { return .forbidden(frame.refusal(of: value)) }
    if value.first == ColmiRing.BigData.mark {
      guard ColmiRing.BigData.isWhole(value) else {
        return .forbidden(
          Phrase(
            "Big data are BC, an id, the payload's length and checksum of two bytes each, and the payload. This value has another length."
          ))
      }
      if channel == .bigData, ColmiRing.BigData(frame: value).flatMap(Self.init)?.outgoing.bytes == value {
        return .harmless
      }
      return .unknown(ColmiRing.CommandName.phrase(ofBigData: value[1]))
    }
    guard value.count == Packet.length else {
      return .forbidden(
        channel == .commands
          ? advice(for: value) : Phrase("Big data begin with BC. Halo writes only whole big-data requests there."))
    }
    guard channel == .commands else { return .unknown(Phrase("Halo sends commands on the other characteristic.")) }
    guard let packet = Packet(value) else { return .unknown(Phrase("The checksum of this packet is wrong.")) }
    let request = Self(packet)
    if request == .endRawStreamOfH59 {
      return .unknown(Phrase("A1 05 ends the raw stream of H59MA firmware. Its effect on other rings is not known."))
    }
    return request?.outgoing.bytes == value
      ? .harmless : .unknown(ColmiRing.CommandName.phrase(of: packet.command))
  }

  /// Explains the packet format, and completes a short value to the packet that was probably meant.
  private static func advice(for value: [UInt8]) -> Phrase {
    let rule = Phrase(
      "A ring's packets have \(Packet.length) bytes: a command, 14 more and a checksum. This value has \(value.count)."
    )
    guard !value.isEmpty, value.count < Packet.length else { return rule }
    let padded = value + [UInt8](repeating: 0, count: Packet.length - 1 - value.count)
    return Phrase("\(rule) The complete packet would be \(Hexadecimal.string(padded + [padded.reduce(0, &+)])).")
  }
}
