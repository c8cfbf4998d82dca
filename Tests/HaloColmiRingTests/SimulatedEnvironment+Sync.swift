import HaloBluetooth
import HaloColmiRing
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

extension SimulatedEnvironment {
  /// Connects to a ring once, and syncs its week.
  func sync(
    _ ring: some VirtualPeripheral, recorder: FrameList = FrameList(),
    progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    await medium.add(ring)
    let session = WearableSession<ColmiRingDriver>(
      radio: central, device: ring.profile.device, label: ring.profile.name ?? "", environment: driver,
      recorder: recorder)
    return try await session.once { try await $0.sync(SyncRequest(), progress: progress) }
  }
}
