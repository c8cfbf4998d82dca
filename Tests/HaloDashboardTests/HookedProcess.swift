import Foundation

@testable import HaloDashboard

/// A process that reads files, whose answers a test can delay, watch and replace by its death.
struct HookedProcess: ImportProcess {
  /// Called with an order and the function that carries it out.
  typealias Hook = @Sendable (ImportOrder.Task, _ answer: () -> [UInt8]) async throws -> [UInt8]

  let handler: ImportHandler
  let hook: Hook

  func ask(_ order: [UInt8], within limit: Duration) async throws -> [UInt8] {
    let task = try JSONDecoder().decode(ImportOrder.self, from: Data(order)).task
    return try await hook(task) { handler.answer(order) }
  }

  func end() async {}
}
