import HaloVirtualDevices
import HaloWearables
import Synchronization

/// The finger of the simulated radio, for `halo verify-ring`: virtual rings are worn when their owner is asked to wear them.
final class SimulatedFinger: Sendable {
  @TaskLocal static var current: SimulatedFinger?

  private let rings = Mutex<[VirtualColmiRing]>([])

  /// Puts a ring within reach.
  func add(_ ring: VirtualColmiRing) { rings.withLock { $0.append(ring) } }

  /// Does what the owner was asked for.
  func set(_ posture: VerificationOwner.Posture) {
    for ring in rings.withLock({ $0 }) { ring.setWorn(posture == .worn) }
  }
}
