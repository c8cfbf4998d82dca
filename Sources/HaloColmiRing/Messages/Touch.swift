extension ColmiRing {
  /// A gesture on the touch surface of a ring, or a movement of the hand.
  ///
  /// ```
  /// ← 73 2D 03 …     ← 73 29 …  shake     ← 73 30 …  double tap
  ///   0  1  2
  ///   2 swipe up (01), swipe down (02), tap (03), long press (04)
  /// ```
  public struct Touch: RingMessage {
    /// Maps the bytes of a `73 2D` push to the fields of the JSON line.
    public static let byteMap = [ByteField("gesture", 2..<3)]

    static let gestureCode: UInt8 = 0x2D
    static let shakeCode: UInt8 = 0x29
    static let doubleTapCode: UInt8 = 0x30

    /// The wearer's gesture.
    public enum Gesture: String, Sendable, CaseIterable {
      /// A swipe toward the fingertip.
      case swipeUp
      /// A swipe toward the hand.
      case swipeDown
      /// One tap.
      case tap
      case longPress
      /// Two taps.
      case doubleTap
      /// A shake of the hand.
      case shake

      /// Bytes 1 and 2 of the push.
      fileprivate var payload: [UInt8] {
        switch self {
        case .swipeUp: [gestureCode, 1]
        case .swipeDown: [gestureCode, 2]
        case .tap: [gestureCode, 3]
        case .longPress: [gestureCode, 4]
        case .doubleTap: [doubleTapCode]
        case .shake: [shakeCode]
        }
      }
    }

    /// The wearer's gesture.
    public let gesture: Gesture

    /// Creates a gesture.
    public init(_ gesture: Gesture) { self.gesture = gesture }

    /// `nil` if the push is not a gesture.
    init?(_ packet: Packet) {
      guard let gesture = Gesture.allCases.first(where: { packet.starts(with: $0.payload) }) else { return nil }
      self.init(gesture)
    }

    /// The encoded message.
    public var packet: Packet { Packet(Push.command, gesture.payload) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("gesture", gesture.rawValue)
      fields.field("type", "touch")
    }
  }
}
