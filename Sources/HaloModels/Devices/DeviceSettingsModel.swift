import Foundation
public import Observation

/// The model of a device's settings: its automatic measurements, its goals, and its actions.
///
/// The device is asked for each request, so that what is shown is what it keeps.
@MainActor @Observable
public final class DeviceSettingsModel {
  public private(set) var device: Device
  /// The automatic measurements that the device supports, or their loading state.
  public private(set) var settings: Loaded<[AutomaticMeasurement]> = .loading
  /// True while the device is asked.
  public var isBusy: Bool { requests.isBusy }
  /// The result of the last request, as text.
  public var message: Phrase? { requests.message }
  /// The error of the last request.
  public var problem: Problem? { requests.problem }

  /// The intervals to choose from, in minutes.
  public static let intervals = [5, 10, 15, 20, 30, 60]

  private let environment: ModelEnvironment
  private let requests: DeviceRequests

  /// Creates a model of a device; nothing is asked before ``run()``.
  public init(_ device: Device, _ environment: ModelEnvironment) {
    self.device = device
    self.environment = environment
    requests = DeviceRequests(device, environment)
  }

  /// The actions of the device, such as "Find".
  public var actions: [DeviceAction] { environment.registry.actions(of: device.family) }
  /// True if the device has automatic measurements.
  public var hasMeasurements: Bool { requests.driver is any Configurable.Type }
  /// True if the device has goals of its own.
  public var hasGoals: Bool { requests.driver is any ProfileConfigurable.Type }
  /// True if the device gives each person a number, as a scale does.
  public var numbersUsers: Bool { requests.driver?.family.numbersUsers == true }
  /// True if a device can have this number for a person.
  public func isUserNumber(_ number: Int?) -> Bool { number.map { WearableFamily.userNumbers ~= $0 } ?? false }
  /// The intervals to choose from, with that of the device.
  public func intervals(with current: Int?) -> [Int] { Set(Self.intervals + [current].compactMap(\.self)).sorted() }

  /// The name of a measured quantity.
  public static func title(_ quantity: Metric) -> Phrase { quantity.title }

  /// Reads the settings, and performs the person's requests until the task is canceled.
  public func run() async {
    if hasMeasurements { reload() }
    await requests.run()
  }

  /// Reads the settings again.
  public func reload() { configure(nil) }
  /// Changes an automatic measurement.
  public func change(_ measurement: AutomaticMeasurement) { configure(measurement) }

  private func configure(_ measurement: AutomaticMeasurement?) {
    request { driver in
      guard let driver = driver as? any Configurable else { return nil }
      if let measurement { _ = try await driver.configure(measurement) }
      return (try await driver.settings(), nil)
    }
  }

  /// Performs one of ``actions``, with what the person entered by the ids of its parameters; of a choice, the first is the
  /// default. The person has confirmed an action with a warning.
  public func perform(_ action: DeviceAction, _ texts: [String: String] = [:], _ flags: [String: Bool] = [:]) {
    var arguments = flags.mapValues { $0 ? "yes" : "no" }
    for parameter in action.parameters {
      guard let text = texts[parameter.id] ?? parameter.choices?.first?.id, !text.isEmpty else { continue }
      let hasComma = parameter.type == .number && Locale.current.decimalSeparator == ","
      arguments[parameter.id] = hasComma ? text.replacing(",", with: ".") : text
    }
    requests.perform(action, arguments)
  }

  /// Writes the person's step and sleep goals to the device. Goals that the person has not set stay as they are.
  public func writeGoals() {
    let profile = environment.profile.current
    let name = device.name
    request { driver in
      guard let driver = driver as? any ProfileConfigurable, var goals = try await driver.goals() else { return nil }
      goals.steps = profile.stepGoal ?? goals.steps
      goals.sleepMinutes = profile.sleepGoalMinutes ?? goals.sleepMinutes
      let kept = try await driver.setGoals(goals)
      return (nil, Phrase("\(name) has your goals: \(kept.steps) steps."))
    }
  }

  /// Stores which of the device's numbers is the person's, and decodes what it sent before again.
  public func setUser(_ user: Int) {
    let environment = environment
    requests.start { _, device in
      try await environment.journal.perform { journal in
        try SessionDecoder(journal, environment.registry).setUser(user, of: device)
        return try journal.device(device.identifier) ?? device
      }
    } take: { answer in
      self.device = try answer.get()
      environment.changes.announce()
      return Phrase("Your measurements are those that \(self.device.name) stores under the number \(user).")
    }
  }

  private func request(
    _ body: @escaping @Sendable (any Wearable) async throws -> (settings: [AutomaticMeasurement]?, message: Phrase?)?
  ) {
    let device = device
    let environment = environment
    requests.ask(body) { answer in
      if case .failure(let problem) = answer, self.settings.value == nil { self.settings = .failed(problem) }
      guard let answer = try answer.get() else { return nil }
      if let settings = answer.settings {
        // Noted for the battery estimate: what is measured costs energy.
        let now = environment.now
        try await environment.journal.perform {
          try $0.note(settings.map(\.stored), of: device, at: now)
        }
        self.settings = .value(settings)
      }
      return answer.message
    }
  }
}
