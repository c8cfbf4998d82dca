import HaloVirtualDevices
import Synchronization

/// The simulated wearer of virtual rings in `halo verify-ring`: follows the instructions to put a ring on or take it
/// off.
final class SimulatedRingWearer: Sendable {
  @TaskLocal static var current: SimulatedRingWearer?

  private let rings = Mutex<[VirtualColmiRing]>([])

  /// Adds a virtual ring.
  func add(_ ring: VirtualColmiRing) { rings.withLock { $0.append(ring) } }

  /// Puts the rings on or takes them off.
  func set(_ posture: VerificationOwner.Posture) {
    for ring in rings.withLock({ $0 }) { ring.setWorn(posture == .worn) }
  }
}
