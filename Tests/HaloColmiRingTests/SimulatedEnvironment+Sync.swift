import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables

extension SimulatedEnvironment {
  /// Connects to a ring once, syncs its week, and reads the recorded frames.
  func sync(
    _ ring: some VirtualPeripheral, recorder: FrameList = FrameList(),
    progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> (report: SyncReport, readings: Readings) {
    await medium.add(ring)
    let session = WearableSession<ColmiRingDriver>(
      radio: central, device: ring.profile.device, label: ring.profile.name ?? "", environment: driver,
      recorder: recorder)
    let report = try await session.once { try await $0.sync(SyncRequest(), progress: progress) }
    return (report, ColmiRingDriver.read(await recorder.frames, advertisedName: nil).logReadings)
  }
}
