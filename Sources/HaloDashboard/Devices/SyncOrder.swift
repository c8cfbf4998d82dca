extension DeviceTaskRunner {
  /// Seconds of searching before the page reports that the device is not nearby.
  private static let searchSeconds = 30

  /// Starts a sync and sends its progress as events.
  func sync(_ device: Device) async throws {
    if let doing = doing(device.id) { throw Self.busyError(device, doing) }
    // The supervisor searches only for devices that store data.
    if let supervisor, engine.registry.storesDays(device.family) {
      if case .syncing = status(of: device.id)?.state { return }
      sendSyncProgress(device.id, .running, words: Phrase("Looking for \(device.name)"))
      await supervisor.syncNow()
      _ = begin { await self.reportIfNotFound(device) }
    } else {
      _ = begin { await self.syncHere(device) }
    }
  }

  /// Reports that a device was not found after a while. The supervisor keeps searching for it.
  private func reportIfNotFound(_ device: Device) async {
    try? await engine.pause(.seconds(Self.searchSeconds))
    guard !Task.isCancelled, case .searching? = status(of: device.id)?.state else { return }
    sendSyncProgress(
      device.id, .failed, words: Phrase("\(device.name) is not nearby"),
      error: Phrase("\(device.name) was not found within \(Self.searchSeconds) seconds."),
      advice: Phrase(
        "Bring it closer, put it on its charger for a moment, and close its app on your phone, which may be connected to it. Halo keeps searching."
      ))
  }

  /// Syncs a device without a supervisor in this process. If another process is using the device, it is asked to
  /// release it temporarily.
  private func syncHere(_ device: Device) async {
    began(.syncing, device.id)
    do {
      let report = try await engine.sync(
        device,
        progress: { [self] progress in
          sendSyncProgress(
            device.id, .running, step: progress.latest, done: progress.done, of: progress.total,
            words: Phrase("\(progress.done) of \(progress.total) responses received"))
        })
      if let interruption = report.interruption {
        sendSyncProgress(
          device.id, .failed, words: Phrase("The sync of \(device.name) is incomplete"),
          error: interruption,
          advice: Phrase("The received data was saved. Bring the device closer and sync again."))
      } else {
        sendSyncProgress(device.id, .done, words: SyncReport.words(device.name, report.notes))
      }
    } catch {
      let error = APIError(error)
      sendSyncProgress(
        device.id, .failed, words: Phrase("\(device.name) could not be synced"), error: error.what,
        advice: error.next)
    }
    ended(.syncing, device.id)
  }
}
