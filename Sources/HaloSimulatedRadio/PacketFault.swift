/// A fault of one packet.
public enum PacketFault: Sendable, Hashable {
  /// The packet is lost. Radios retransmit packets themselves, so this stands for losses in stacks and full buffers. It
  /// affects notifications and writes without response.
  case lost
  /// The packet and all later ones are delayed by that time; the packets of a link keep their order.
  case delayed(Duration)
  /// The packet arrives twice.
  case duplicated
  /// Only the first bytes arrive, as many as given.
  case truncated(Int)
  /// The device answers a request with an attribute protocol error.
  case refused(code: UInt8)
  /// The link is lost.
  case linkLost

  /// The delay of the packet.
  var delay: Duration { if case .delayed(let duration) = self { duration } else { .zero } }

  /// Returns true if the fault can affect a packet of that kind; otherwise it has no effect.
  func canAffect(to kind: PacketKind) -> Bool {
    switch self {
    case .delayed, .linkLost: true
    case .lost: kind == .notification || kind == .command
    case .duplicated, .truncated: kind == .notification
    case .refused: kind == .request
    }
  }
}

/// The kind of a packet.
enum PacketKind: Sendable {
  /// A value that a device sends unprompted.
  case notification
  /// A write without response.
  case command
  /// A request that is answered: reads, writes with response, subscriptions, discovery.
  case request
  /// The answer to a request.
  case response
}

/// The rates of random faults: for each packet that a fault can affect, its probability (0…1).
public struct PacketFaultRates: Sendable, Hashable {
  /// The probability of ``PacketFault/lost``.
  public var loss = 0.0
  /// The probability of ``PacketFault/delayed(_:)``, up to ``longestDelay``.
  public var delay = 0.0
  public var longestDelay = Duration.seconds(1)
  /// The probability of ``PacketFault/duplicated``.
  public var duplication = 0.0
  /// The probability of ``PacketFault/truncated(_:)``.
  public var truncation = 0.0
  /// The probability of ``PacketFault/refused(code:)`` with "unlikely error" (0x0E).
  public var refusal = 0.0
  /// The probability of ``PacketFault/linkLost``.
  public var linkLoss = 0.0

  /// Rates without faults.
  public init() {}

  /// Draws the fault of a packet, at most one.
  func draw(for kind: PacketKind, _ random: inout SeededGenerator) -> PacketFault? {
    let chances: [(Double, PacketFault)] = [
      (loss, .lost), (delay, .delayed(longestDelay * Double.random(in: 0...1, using: &random))),
      (duplication, .duplicated), (truncation, .truncated(Int.random(in: 1...15, using: &random))),
      (refusal, .refused(code: 0x0E)), (linkLoss, .linkLost),
    ]
    var roll = Double.random(in: 0..<1, using: &random)
    for (chance, fault) in chances where fault.canAffect(to: kind) {
      if roll < chance { return fault }
      roll -= chance
    }
    return nil
  }
}
