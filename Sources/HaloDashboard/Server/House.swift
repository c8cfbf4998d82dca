#if Dashboard
  import HTTPTypes
  import Foundation
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// State and services that all routes share.
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
    /// Reads the user's limits for treadmills, as currently configured.
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

    /// Returns the wearer whose data a session shows, with the current time.
    func wearer(_ session: Sessions.Session?, _ journal: Journal) throws -> Wearer {
      let known = try journal.wearers()
      let chosen = session?.wearer.flatMap { known.contains($0) ? $0 : nil }
      let name = chosen ?? known.first ?? "me"
      return Wearer(name: name, settings: try journal.profile(of: name), time: wall)
    }

    /// Makes the supervisor, here or in another process, reload the list of devices.
    func reload() {
      if let supervisor { Task { await supervisor.reload() } }
      reloadOthers()
    }

    /// Counts the journal's contents in the background if the last count is old.
    func countSoon() {
      guard data.wantsCount() else { return }
      Task { [self] in try? await reader.count { [data] in try data.count($0) } }
    }

    /// Clears all caches after older days have changed.
    func forgetCaches() {
      cache.clear()
      data.forget()
      devices.forgetBatteries()
    }

    /// Sends an event with a device's current state to viewers.
    private func tell(_ device: Int) {
      Task { [self] in
        let json = try? await reader.ask { [self] journal -> JSON? in
          guard let device = try journal.devices().first(where: { $0.id == device }) else { return nil }
          return .object(try devices.brief(device, journal))
        }
        if let json = json ?? nil { hub.tell("device", json) }
      }
    }

    /// The problem with the journal's file, for users, or `nil`.
    var trouble: Phrase? {
      guard let file, FileMark(file.path) != file else { return nil }
      return Phrase(
        "The journal \(file.path) was moved or deleted while Halo was running. New data is lost. Put the file back, or make a backup under Data and start 'halo serve' again."
      )
    }

    /// Sends events about changes of the journal to pages, until canceled.
    func watchJournal() async {
      countSoon()
      await withTaskGroup(of: Void.self) { tasks in
        tasks.addTask { [self] in
          for await _ in desk.engine.journal.changes() {
            cache.clear()
            desk.tellNewData()
            // Changes during this second are combined into one event.
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
          }
        }
        tasks.addTask { [self] in
          repeat {
            // The journal may be temporarily unavailable.
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

    /// Sends an event to pages when the journal's file is moved or deleted, and when it is back.
    private func watchFile() async {
      var known: Phrase?
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let trouble = trouble
        if trouble != known { hub.tell("problem", ["device": .null, "message": JSON(trouble), "advice": .null]) }
        known = trouble
      }
    }
  }

  /// Identifies a file on disk, to detect that its path was replaced.
  struct FileMark: Sendable, Equatable {
    let path: String
    private let device: Int?
    private let number: Int?

    /// Returns `nil` if the file does not exist.
    init?(_ path: String) {
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      self.path = path
      device = facts[.systemNumber] as? Int
      number = facts[.systemFileNumber] as? Int
    }
  }
#endif
