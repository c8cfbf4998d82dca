public import Observation

/// The model of the device list: devices with their status, renaming, and erasing.
@MainActor @Observable
public final class DevicesModel {
  /// A device in the list.
  public struct Row: Sendable, Hashable, Identifiable {
    public let device: Device
    /// The name of the device's model.
    public let kind: Phrase
    /// The last reported charge, 0…100.
    public let batteryPercent: Double?
    /// Charge, days left, revisions, last sync.
    public let figures: [Fact]
    /// The VoiceOver text.
    public let voiceOverText: Phrase

    /// The device's number in the journal.
    public var id: Int { device.id }
  }

  /// The list, or its loading state.
  public private(set) var rows: Loaded<[Row]> = .loading
  /// The error of the last rename or erasure.
  public private(set) var problem: Problem?

  private let environment: ModelEnvironment
  private let erasing: Erasing
  private let changing = SerialTask()

  /// Creates a model; nothing is loaded before ``run()``.
  public convenience init(_ environment: ModelEnvironment) {
    self.init(environment, erasing: Erasing(environment))
  }

  init(_ environment: ModelEnvironment, erasing: Erasing) {
    self.environment = environment
    self.erasing = erasing
  }

  /// Loads the list and performs the person's requests, until the task is canceled.
  public func run() async {
    await changing.run(loadingAfter: environment.changes) { await self.load() }
  }

  /// Renames a device. Empty names are ignored.
  public func rename(_ device: Device, to name: String) {
    let name = String(name.drop { $0.isWhitespace }.prefix(60))
    guard !name.isEmpty else { return }
    change { try await self.environment.journal.perform { try $0.rename(device, to: name) } }
  }

  /// Erases a device with all its data, permanently: ask for confirmation first.
  public func erase(_ device: Device) { change { try await self.erasing.erase([device]) } }

  /// The advice shown without a device.
  public static let noDevice = Advice(
    Phrase("No device yet"),
    Phrase("Add one: take a ring off its charger, put a strap on or switch a machine on, and keep it near."))

  /// Clears the error.
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
        Fact("battery", Phrase("Battery"), battery.words, note: MeasureWording.ago(battery.time, now: now)))
      // The remaining days are estimated from the last two weeks.
      let left = try BatteryReport(device, journal, days: 15, now: now)
      if let days = left.left {
        figures.append(Fact("left", Phrase("Time left"), days, note: Phrase("Estimated from recent readings.")))
      }
    }
    for (id, name, revision) in [
      ("hardware", Phrase("Hardware"), report.hardware), ("firmware", Phrase("Firmware"), report.firmware),
    ] {
      if let revision { figures.append(Fact(id, name, Phrase(verbatim: revision))) }
    }
    figures.append(
      Fact(
        "sync", Phrase("Last sync"), report.lastSync.map { MeasureWording.ago($0, now: now) } ?? Phrase("never")))
    self.figures = figures
    let parts = figures.map { Phrase("\($0.name) \($0.value)") }
    voiceOverText = Phrase("\(device.name), \(kind): \(Phrase.list(parts) ?? Phrase(verbatim: ""))")
  }
}
