extension ColmiRing {
  /// An app's command that controls a sport session.
  ///
  /// ```
  /// → 77 01 07 …
  ///   0  1  2
  ///   1 start (01), pause (02), resume (03), stop (04) · 2 sport: 4 walk, 5 skip rope, 7 run, 8 hike, 9 cycle, 10 other
  /// ```
  public enum SportControl: UInt8, Sendable, CaseIterable {
    /// Starts a session; the ring answers with ``SportAnswer``.
    case start = 1
    /// Pauses the session.
    case pause = 2
    /// Resumes the session.
    case resume = 3
    /// Stops the session; the ring answers with ``SportAnswer``.
    case stop = 4

    static let form = PacketForm(
      command: 0x77,
      byteMap: { if case .started = SportAnswer($0) { SportAnswer.byteMap } else { [] } },
      message: { SportAnswer($0).map(Message.sportAnswer) },
      request: { packet in SportControl(rawValue: packet[1]).map { .sport($0, sport: packet[2]) } },
      redacted: { packet, _ in SportAnswer(packet)?.packet ?? packet.keeping(3) })

    /// Encodes the request. Captured apps leave the sport out (0) in pause and resume.
    func packet(sport: UInt8) -> Packet { Packet(Self.form.command, [rawValue, sport]) }

    private static let types: [StaticString] = ["startSport", "pauseSport", "resumeSport", "stopSport"]

    /// Writes the fields of the request.
    func writeRequest<Fields: FieldWriter>(sport: UInt8, to fields: inout Fields) {
      let mayLackSport = self == .pause || self == .resume
      fields.field("sport", ifPresent: sport == 0 && mayLackSport ? nil : Int(sport))
      fields.field("type", Self.types[Int(rawValue) - 1])
    }
  }
}
