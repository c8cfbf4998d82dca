#if Dashboard
  import HTTPTypes
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  extension Desk {
    /// How long a device is looked for before a person is told that it is not near.
    private static let patience = 30

    /// Syncs a device soon, and tells how it goes.
    func sync(_ device: Device) async throws {
      if let doing = doing(device.id) { throw Self.isBusy(device, doing) }
      // The supervisor looks only for devices that store days.
      if let supervisor, engine.registry.keepsDays(device.family) {
        if case .syncing = status(of: device.id)?.state { return }
        tellSync(device.id, "running", words: Phrase("Looking for \(device.name)"))
        await supervisor.hurry()
        _ = begin { await self.tellWhereAway(device) }
      } else {
        _ = begin { await self.syncHere(device) }
      }
    }

    /// A supervisor looks for a device as long as it takes; a person is told after a while.
    private func tellWhereAway(_ device: Device) async {
      try? await engine.pause(.seconds(Self.patience))
      guard !Task.isCancelled, case .searching? = status(of: device.id)?.state else { return }
      tellSync(
        device.id, "failed", words: Phrase("\(device.name) is not near"),
        error: Phrase("\(device.name) was not seen in \(Self.patience) seconds."),
        advice: Phrase(
          "Bring it nearer, or put it on its charger for a moment, and close the app on a phone that may hold it. Halo goes on looking."
        ))
    }

    /// Syncs a device that no supervisor of this program looks for. Another program that does is asked to release it for a while.
    private func syncHere(_ device: Device) async {
      began("syncing", device.id)
      do {
        let report = try await engine.sync(
          device,
          progress: { [self] progress in
            tellSync(
              device.id, "running", step: progress.latest, done: progress.done, of: progress.total,
              words: Phrase("\(progress.done) of \(progress.total) answers are home"))
          })
        if let interruption = report.interruption {
          tellSync(
            device.id, "failed", words: Phrase("The sync of \(device.name) was not finished"),
            error: interruption,
            advice: Phrase("What came home is kept. Bring it nearer and sync again."))
        } else {
          tellSync(device.id, "done", words: Phrase("\(device.name) is synced"))
        }
      } catch {
        let error = APIError(error)
        tellSync(
          device.id, "failed", words: Phrase("\(device.name) could not be synced"), error: error.what,
          advice: error.next)
      }
      ended("syncing", device.id)
    }
  }
#endif
