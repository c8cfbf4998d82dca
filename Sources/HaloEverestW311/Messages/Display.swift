public import HaloWearables

extension EverestW311 {
  /// Which pages the watch shows, in order. The same in both directions.
  ///
  /// ```
  /// → BE 01 08 FE 00 01 02 03 04 05 06 08 FF FF FF FF FF FF FF FF
  ///   pages: one in each byte; FF and FE fill up
  /// ```
  ///
  /// From documents alone, and disputed: one source gives key 03 to the display, and all others to ``UserData``.
  public struct Display: TwoWayMessage {
    static let command = Command(1, 0x08)
    static let question = SimpleRequest(command, "display")

    /// Which bytes hold which field of the JSON line.
    public static let byteMap = [ByteField("pages", 4..<20)]

    /// A page of the watch.
    public enum Page: UInt8, Sendable, CaseIterable {
      case logo, time, steps, energy, distance, activeTime, goal, emotion, alarm, sedentary, notification, call,
        heartRate
      case reminder
      case countdown = 0x0F

      /// The page in the vocabulary.
      public var name: StaticString {
        switch self {
        case .logo: "logo"
        case .time: "time"
        case .steps: "steps"
        case .energy: "energy"
        case .distance: "distance"
        case .activeTime: "activeTime"
        case .goal: "goal"
        case .emotion: "emotion"
        case .alarm: "alarm"
        case .sedentary: "sedentary"
        case .notification: "notification"
        case .call: "call"
        case .heartRate: "heartRate"
        case .reminder: "reminder"
        case .countdown: "countdown"
        }
      }
    }

    /// How many pages a frame has room for.
    public static let capacity = 16
    private let body: [UInt8]

    /// These pages; what is beyond the sixteenth is left out.
    public init(_ pages: [Page]) {
      let ids = pages.prefix(Self.capacity).map(\.rawValue)
      body = ids + [UInt8](repeating: 0xFF, count: Self.capacity - ids.count)
    }

    init?(_ frame: Frame) {
      guard frame.command == Self.command, frame.mark == Frame.Mark.data, !frame.payload.isEmpty else { return nil }
      body = frame.payload
    }

    func frame(from sender: Frame.Sender) -> Frame { Frame(sender, Self.command, Frame.Mark.data, body) }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .display }

    /// The pages that have a name, in order.
    public var pages: [Page] { ids.compactMap(Page.init) }

    private var ids: [UInt8] { body.filter { $0 < 0xFE } }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("pages", ids.map { Page(rawValue: $0)?.name ?? "unknown" })
      fields.field("type", "display")
      fields.field("verified", false)
    }
  }
}
