import HaloWearables

/// Sends requests to the control point, one at a time.
actor PolarControlPoint {
  private static let answerTimeout = Duration.seconds(5)

  private let connection: any Connection
  private let control: Characteristic
  private let clock: any Clock<Duration>
  private let answers: AsyncThrowingStream<ReceivedValue, any Error>

  init(
    connection: any Connection, control: Characteristic, answers: AsyncThrowingStream<ReceivedValue, any Error>,
    clock: any Clock<Duration>
  ) {
    self.connection = connection
    self.control = control
    self.answers = answers
    self.clock = clock
  }

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
    let (answers, clock) = (answers, clock)
    let answer = try await withThrowingTaskGroup(of: HeartRateMonitor.Polar.Response?.self) { group in
      group.addTask {
        for try await value in answers {
          guard let answer = HeartRateMonitor.Polar.Response(value: value.bytes),
            answer.operation == request.operation, answer.kind == request.kind
          else { continue }
          return answer
        }
        return nil
      }
      group.addTask {
        try await clock.sleep(for: Self.answerTimeout)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard let answer else { throw WearableError.unanswered(device: connection.label, what: request.kind.phrase) }
    return answer
  }
}
