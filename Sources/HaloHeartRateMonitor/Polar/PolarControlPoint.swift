/// Sends requests to the control point, one at a time.
struct PolarControlPoint: Sendable {
  private static let answerTimeout = Duration.seconds(5)

  let connection: any Connection
  let control: Characteristic
  let answers: AsyncThrowingStream<ReceivedValue, any Error>
  let clock: any Clock<Duration>

  /// Sends a request, and returns its answer. A measurement that another app or a lost link left running is stopped and
  /// started again.
  ///
  /// - Throws: ``WearableError/unanswered(device:what:)``, or ``LiveMeasuringError/refused(device:what:reason:)``.
  func ask(_ request: HeartRateMonitor.Polar.Request) async throws -> HeartRateMonitor.Polar.Response {
    var answer = try await exchange(request)
    if request.operation == .start, answer.error == HeartRateMonitor.Polar.Response.alreadyInState {
      _ = try await exchange(.init(.stop, request.kind))
      answer = try await exchange(request)
    }
    guard answer.error == 0 || request.operation == .stop else {
      throw LiveMeasuringError.refused(device: connection.label, what: request.kind.phrase, reason: answer.reason)
    }
    return answer
  }

  private func exchange(_ request: HeartRateMonitor.Polar.Request) async throws -> HeartRateMonitor.Polar.Response {
    try await connection.write(request.value, to: control, withResponse: true)
    let answer = try await TimeLimit.within(Self.answerTimeout, clock) { () -> HeartRateMonitor.Polar.Response? in
      for try await value in answers {
        guard let answer = HeartRateMonitor.Polar.Response(value: value.bytes),
          answer.operation == request.operation, answer.kind == request.kind
        else { continue }
        return answer
      }
      return nil
    }
    guard let answer = answer ?? nil else {
      throw WearableError.unanswered(device: connection.label, what: request.kind.phrase)
    }
    return answer
  }
}
