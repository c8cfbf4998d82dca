#if Dashboard
  import HTTPTypes
  import Foundation
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// Everything that answers share.
  final class House: Sendable {
    let version: String
    /// `bluez` or `simulated`.
    let radio: String
    let engine: Engine
    let wall: WallTime
    let isSecure: Bool
    let reader: JournalReader
    let sessions: Sessions
    let hub = EventHub()
    let streams: EventStreams
    let confirmations = Confirmations()
    let sightings = Sightings()
    let cache = DayCache()
    let data = DataPage()
    let desk: Desk
    let live: LiveRooms
    let workouts: WorkoutRoom
    /// What a person lets machines do, as it is written now.
    let limits: @Sendable () throws -> PersonalLimits
    let devices: DevicesPage
    private let file: FileMark?
    private let supervisor: Supervisor?
    private let reloadOthers: @Sendable () -> Void

    init(_ parts: Dashboard.Parts, isSecure: Bool, belt: BeltLeaseTiming) {
      version = parts.version
      radio = parts.radio
      engine = parts.engine
      wall = parts.time
      supervisor = parts.supervisor
      reloadOthers = parts.reload
      self.isSecure = isSecure
      file = FileMark(parts.engine.journal.path)
      reader = JournalReader(parts.engine.journal)
      let sessions = Sessions(journal: parts.engine.journal.path)
      self.sessions = sessions
      streams = EventStreams { sessions.has($0) }
      desk = Desk(parts.engine, parts.supervisor, hub)
      live = LiveRooms(desk)
      workouts = WorkoutRoom(desk, belt: belt)
      limits = parts.limits
      devices = DevicesPage(desk)
      desk.refresh { [weak self] in
        self?.devices.forgetBatteries()
        self?.data.age()
      }
      desk.tellDevices { [weak self] device in self?.tell(device) }
    }

    /// Whose data a session shows, and when it asks.
    func wearer(_ session: Sessions.Session?, _ journal: Journal) throws -> Wearer {
      let known = try journal.wearers()
      let chosen = session?.wearer.flatMap { known.contains($0) ? $0 : nil }
      let name = chosen ?? known.first ?? "me"
      return Wearer(name: name, settings: try journal.profile(of: name), time: wall)
    }

    /// Lets those who look after devices look at the list again.
    func reload() {
      if let supervisor { Task { await supervisor.reload() } }
      reloadOthers()
    }

    /// Counts what the journal holds where that was not done for a while, while nobody waits for it.
    func countSoon() {
      guard data.wantsCount() else { return }
      Task { [self] in try? await reader.count { [data] in try data.count($0) } }
    }

    /// Old days were changed.
    func forgetCaches() {
      cache.clear()
      data.forget()
      devices.forgetBatteries()
    }

    /// Tells viewers how a device is now.
    private func tell(_ device: Int) {
      Task { [self] in
        let json = try? await reader.ask { [self] journal -> JSON? in
          guard let device = try journal.devices().first(where: { $0.id == device }) else { return nil }
          return .object(try devices.brief(device, journal))
        }
        if let json = json ?? nil { hub.tell("device", json) }
      }
    }

    /// What is wrong with the journal, in words; `nil` where nothing is.
    var trouble: Phrase? {
      guard let file, FileMark(file.path) != file else { return nil }
      return Phrase(
        "The journal \(file.path) was moved or deleted while Halo runs: what comes in now is lost. Put it back, or keep what you see with a backup (Data), and start 'halo serve' again."
      )
    }

    /// Announces changes of the journal to pages, until it is cancelled.
    func watchJournal() async {
      countSoon()
      await withTaskGroup(of: Void.self) { tasks in
        tasks.addTask { [self] in
          for await _ in desk.engine.journal.changes() {
            cache.clear()
            desk.tellNewData()
            // Changes that come meanwhile are announced together afterwards.
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
          }
        }
        tasks.addTask { [self] in
          repeat {
            // The journal may be out of reach for a while.
            guard let changes = try? await desk.engine.journal.changesByOthers() else { continue }
            for await _ in changes {
              forgetCaches()
              desk.tellNewData()
            }
          } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
        tasks.addTask { [self] in await watchFile() }
      }
    }

    /// Announces to pages that the journal's file was moved or deleted, and that it is back.
    private func watchFile() async {
      var known: Phrase?
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let trouble = trouble
        if trouble != known { hub.tell("problem", ["device": .null, "message": JSON(trouble), "advice": .null]) }
        known = trouble
      }
    }
  }

  /// Tells a file from another that has its name.
  struct FileMark: Sendable, Equatable {
    let path: String
    private let device: Int?
    private let number: Int?

    /// `nil` where there is no file.
    init?(_ path: String) {
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      self.path = path
      device = facts[.systemNumber] as? Int
      number = facts[.systemFileNumber] as? Int
    }
  }
#endif
