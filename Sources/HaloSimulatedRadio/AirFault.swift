/// What can go wrong with one packet in the air.
public enum AirFault: Sendable, Hashable {
  /// It never arrives. Radios repeat packets themselves, so this is what stacks and full buffers do: to notifications and to
  /// writes without response.
  case lost
  /// It and everything behind it arrives that much later: packets of a link never overtake each other.
  case delayed(Duration)
  /// It arrives twice.
  case duplicated
  /// Only that many of its first bytes arrive.
  case truncated(Int)
  /// The device answers a request with an error of the attribute protocol.
  case refused(code: UInt8)
  /// The link is gone.
  case linkLost

  /// Whether it can happen to a packet of that kind; a fault that cannot does nothing.
  func canHappen(to kind: AirPacketKind) -> Bool {
    switch self {
    case .delayed, .linkLost: true
    case .lost: kind == .notification || kind == .command
    case .duplicated, .truncated: kind == .notification
    case .refused: kind == .request
    }
  }
}

/// What a packet in the air is.
enum AirPacketKind: Sendable {
  /// A value that a device sends by itself.
  case notification
  /// A write without response.
  case command
  /// Anything that is answered: reads, writes with response, subscriptions, discovery.
  case request
  /// The answer to a request.
  case response
}

/// How often packets meet with which fault: chances of 0…1 for each packet that it can happen to.
public struct AirFaultRates: Sendable, Hashable {
  /// Chance of ``AirFault/lost``.
  public var loss = 0.0
  /// Chance of ``AirFault/delayed(_:)``, up to ``longestDelay``.
  public var delay = 0.0
  /// The longest delay.
  public var longestDelay = Duration.seconds(1)
  /// Chance of ``AirFault/duplicated``.
  public var duplication = 0.0
  /// Chance of ``AirFault/truncated(_:)``.
  public var truncation = 0.0
  /// Chance of ``AirFault/refused(code:)`` with "unlikely error" (0x0E).
  public var refusal = 0.0
  /// Chance of ``AirFault/linkLost``.
  public var linkLoss = 0.0

  /// A clear air: nothing goes wrong.
  public init() {}

  /// What happens to a packet of that kind; at most one fault each.
  func draw(for kind: AirPacketKind, _ random: inout SeededGenerator) -> AirFault? {
    let chances: [(Double, AirFault)] = [
      (loss, .lost), (delay, .delayed(longestDelay * Double.random(in: 0...1, using: &random))),
      (duplication, .duplicated), (truncation, .truncated(Int.random(in: 1...15, using: &random))),
      (refusal, .refused(code: 0x0E)), (linkLoss, .linkLost),
    ]
    var die = Double.random(in: 0..<1, using: &random)
    for (chance, fault) in chances where fault.canHappen(to: kind) {
      if die < chance { return fault }
      die -= chance
    }
    return nil
  }
}
