extension EverestW311 {
  /// The pages of the display, in order. The encoding is the same in both directions.
  ///
  /// ```
  /// → BE 01 08 FE 00 01 02 03 04 05 06 08 FF FF FF FF FF FF FF FF
  ///   pages: one per byte, padded with FF or FE
  /// ```
  ///
  /// From documents only, which disagree: one source uses key 03 for the display, and all others use it for
  /// ``UserData``. A frame with key 03 is read as pages if it has only numbers of pages.
  public struct Display: TwoWayMessage {
    static let command = Command(1, 0x08)
    /// The command by the other reading, whose question is that for ``UserData``.
    static let disputedCommand = UserData.command
    static let question = SimpleRequest(command, "display")

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("pages", 4..<20)]

    /// A page of the display.
    public enum Page: UInt8, Sendable, CaseIterable {
      case logo, time, steps, energy, distance, activeTime, goal, emotion, alarm, sedentary, notification, call,
        heartRate
      case reminder
      case countdown = 0x0F

      private static let names: [StaticString] = [
        "logo", "time", "steps", "energy", "distance", "activeTime", "goal", "emotion", "alarm", "sedentary",
        "notification", "call", "heartRate", "reminder",
      ]

      /// The page's name in the vocabulary.
      public var name: StaticString { self == .countdown ? "countdown" : Self.names[Int(rawValue)] }
    }

    /// The maximum number of pages in a frame.
    public static let capacity = 16
    private let body: [UInt8]
    /// True if the pages have the disputed key 03.
    public let isDisputed: Bool

    /// Creates a setting; pages beyond the sixteenth are dropped.
    public init(_ pages: [Page], isDisputed: Bool = false) {
      self.isDisputed = isDisputed
      let ids = pages.prefix(Self.capacity).map(\.rawValue)
      body = ids + [UInt8](repeating: 0xFF, count: Self.capacity - ids.count)
    }

    init?(_ frame: Frame) {
      isDisputed = frame.command == Self.disputedCommand
      guard isDisputed || frame.command == Self.command, frame.mark == Frame.Mark.data, !frame.payload.isEmpty,
        !isDisputed || frame.payload.allSatisfy({ $0 >= 0xFE || Page(rawValue: $0) != nil })
      else { return nil }
      body = frame.payload
    }

    func frame(from sender: Frame.Sender) -> Frame {
      Frame(sender, isDisputed ? Self.disputedCommand : Self.command, Frame.Mark.data, body)
    }

    func isAnswer(to request: Request, on channel: Channel) -> Bool {
      request == (isDisputed ? .userData : .display)
    }

    /// The known pages, in order.
    public var pages: [Page] { ids.compactMap(Page.init) }

    private var ids: [UInt8] { body.filter { $0 < 0xFE } }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("pages", ids.map { Page(rawValue: $0)?.name ?? "unknown" })
      fields.field("type", "display")
      fields.field("verified", false)
    }
  }
}
