import HaloEngine
import HaloHealth
public import HaloJournal
import HaloWearables
public import Observation
public import HaloReports

/// What the list of devices binds to: what there is, how it does, its name, and letting it go.
@MainActor @Observable
public final class DevicesModel {
  /// A device as a screen shows it.
  public struct Row: Sendable, Hashable, Identifiable {
    /// The device.
    public let device: Device
    /// What its kind is called.
    public let kind: Phrase
    /// Its charge, 0…100, as it was last told.
    public let batteryPercent: Double?
    /// Charge, days left, revisions, last sync.
    public let figures: [Fact]
    /// What VoiceOver says of it.
    public let spoken: Phrase

    public var id: Int { device.id }
  }

  /// What there is to show.
  public private(set) var rows: Loaded<[Row]> = .loading
  /// What went wrong when a device was renamed or let go.
  public private(set) var problem: Problem?

  private let environment: ModelEnvironment
  private let erasing: Erasing
  private let changing = Errand()

  /// Devices that were not read yet.
  public convenience init(_ environment: ModelEnvironment) {
    self.init(environment, erasing: Erasing(environment))
  }

  init(_ environment: ModelEnvironment, erasing: Erasing) {
    self.environment = environment
    self.erasing = erasing
  }

  /// Reads, and does what a person asks for, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.changing.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  /// Gives a device another name. An empty one is not taken.
  public func rename(_ device: Device, to name: String) {
    let name = String(name.drop { $0.isWhitespace }.prefix(60))
    guard !name.isEmpty else { return }
    change { try await self.environment.journal.perform { try $0.rename(device, to: name) } }
  }

  /// Erases a device with everything that came from it. What it told is gone for good: ask first.
  public func erase(_ device: Device) { change { try await self.erasing.erase([device]) } }

  /// What to do where there is no device.
  public static let noDevice = Advice(
    Phrase("No device yet"), Phrase("Add a ring: take it off its charger and keep it near."))

  /// Lets go of what went wrong.
  public func dismissProblem() { problem = nil }

  private func change(_ body: @escaping @MainActor @Sendable () async throws -> Void) {
    problem = nil
    changing.start {
      do { try await body() } catch { self.problem = Problem(error) }
      self.environment.changes.announce()
    }
  }

  private func load() async {
    let now = environment.now
    do {
      let rows = try await environment.journal.perform { [registry = environment.registry] journal in
        try journal.devices().map { try Row($0, journal, registry, now: now) }
      }
      self.rows =
        rows.isEmpty
        ? .empty(Self.noDevice)
        : .value(rows)
    } catch is CancellationError {
    } catch { rows = .failed(Problem(error)) }
  }
}

extension DevicesModel.Row {
  fileprivate init(_ device: Device, _ journal: Journal, _ registry: DriverRegistry, now: Moment) throws {
    let report = try DeviceReport(device, journal, registry, now: now)
    self.device = device
    kind = report.model ?? Phrase("Unknown device")
    batteryPercent = report.battery?.percent
    var figures: [Fact] = []
    if let battery = report.battery {
      figures.append(
        Fact("battery", Phrase("Battery"), battery.words, note: MeasureWords.ago(battery.time, now: now)))
      // Days left are from the last two weeks.
      let left = try BatteryReport(device, journal, days: 15, now: now)
      if let days = left.left {
        figures.append(Fact("left", Phrase("Lasts"), days, note: Phrase("An estimate from the last readings.")))
      }
    }
    for (id, name, revision) in [
      ("hardware", Phrase("Hardware"), report.hardware), ("firmware", Phrase("Firmware"), report.firmware),
    ] {
      if let revision { figures.append(Fact(id, name, Phrase(verbatim: revision))) }
    }
    figures.append(
      Fact(
        "sync", Phrase("Last sync"), report.lastSync.map { MeasureWords.ago($0, now: now) } ?? Phrase("never")))
    self.figures = figures
    let parts = figures.map { Phrase("\($0.name) \($0.value)") }
    spoken = Phrase("\(device.name), \(kind): \(Phrase.list(parts) ?? Phrase(verbatim: ""))")
  }
}
