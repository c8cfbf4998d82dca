import Observation

/// Asks a device for a model of its settings, one request at a time: what is shown is what it keeps.
@MainActor @Observable
final class DeviceRequests {
  /// True while the device is asked.
  private(set) var isBusy = false
  /// The result of the last request, as text.
  private(set) var message: Phrase?
  /// The error of the last request.
  private(set) var problem: Problem?

  private let device: Device
  private let environment: ModelEnvironment
  private let serialTask = SerialTask()

  init(_ device: Device, _ environment: ModelEnvironment) {
    self.device = device
    self.environment = environment
  }

  /// The device's driver.
  var driver: (any Wearable.Type)? { environment.registry.driver(device.family) }

  /// Performs the requests until the task is canceled.
  func run() async { await serialTask.run() }

  /// Asks the device, and passes its answer to `take`, whose result is the message.
  func ask<Answer: Sendable>(
    _ body: @escaping @Sendable (any Wearable) async throws -> Answer,
    take: @escaping @MainActor @Sendable (Result<Answer, Problem>) async throws -> Phrase?
  ) {
    start({ engine, device in try await engine.ask(device, for: "settings") { try await body($0) } }, take: take)
  }

  /// Performs an action of the device. The result is the message.
  func perform(_ action: DeviceAction, _ arguments: [String: String]) {
    start {
      try await $0.perform(action.request(arguments), on: $1)
    } take: {
      try $0.get()
    }
  }

  /// Performs work for the device, and passes its result to `take`, whose result is the message.
  func start<Answer: Sendable>(
    _ work: @escaping @Sendable (Engine, Device) async throws -> Answer,
    take: @escaping @MainActor @Sendable (Result<Answer, Problem>) async throws -> Phrase?
  ) {
    isBusy = true
    message = nil
    problem = nil
    serialTask.start {
      // A request that this one replaced has ended with false.
      self.isBusy = true
      let device = self.device
      let environment = self.environment
      do {
        let answer = try await work(environment.engine, device)
        self.message = try await take(.success(answer))
      } catch is CancellationError {
      } catch {
        self.problem = Problem(error)
        _ = try? await take(.failure(Problem(error)))
      }
      self.isBusy = false
    }
  }
}
