import Synchronization

/// Sends requests to a device and matches their answers, one request at a time.
///
/// A driver has one channel for each characteristic that it writes requests to. The driver decodes the messages and
/// passes them on:
///
/// ```swift
/// let channel = RequestChannel<Question>(device: connection.label, clock: environment.clock)
/// scope.start {
///   await channel.pump(values) { value in
///     channel.noteProgress()
///     if let message = Message(value.bytes) { channel.receive(message) }
///   }
/// }
/// let answer = try await channel.request(question, timeout: AnswerTimeout(.seconds(3))) {
///   try await connection.write(question.bytes, to: characteristic, withResponse: true)
/// }
/// ```
public final class RequestChannel<Matcher: AnswerMatcher>: Sendable {
  /// A decoded message.
  public typealias Message = Matcher.Received

  private struct Pending {
    let matcher: Matcher
    let waiter: AsyncThrowingStream<Message, any Error>.Continuation
    /// True if a piece of the answer arrived.
    var hasBegun = false
  }

  private struct State {
    var pending: Pending?
    /// Incremented whenever the timeout restarts.
    var activity = 0
    var loss: (any Error)?
    var isBusy = false
    var turns: [CheckedContinuation<Void, Never>] = []
  }

  /// The messages that answer no request. Ends when the link is lost.
  public let unsolicited: Broadcast<Message>
  private let device: String
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// A channel to the device with that label. The channels of one device may share `unsolicited`.
  public init(device: String, clock: any Clock<Duration>, unsolicited: Broadcast<Message> = Broadcast()) {
    self.device = device
    self.clock = clock
    self.unsolicited = unsolicited
  }

  // MARK: Requests

  /// Sends a request after the earlier ones have ended, and waits for its answer.
  ///
  /// The timeout restarts with each piece of the answer. It is checked ten times per ``AnswerTimeout/pause``.
  ///
  /// - Parameters:
  ///   - matcher: Recognizes the answer among the received messages.
  ///   - timeout: The longest wait, from the request or from the last piece of its answer.
  ///   - prepare: Called at the request's turn, before the answer can arrive. An error of it ends the request.
  ///   - write: Sends the request. The wait begins before, because the answer may arrive before the write is confirmed.
  /// - Throws: ``RequestTimedOut``, the error of the lost link, an error of `prepare` or `write`, or
  ///   `CancellationError`.
  public func request(
    _ matcher: Matcher, timeout: AnswerTimeout, prepare: @escaping @Sendable () throws -> Void = {},
    write: @escaping @Sendable () async throws -> Void
  ) async throws -> Message {
    await takeTurn()
    defer { endTurn() }
    return try await withThrowingTaskGroup(of: Message.self) { group in
      group.addTask {
        try prepare()
        return try await self.answer(matcher, write)
      }
      group.addTask { try await self.throwWhenIdle(timeout) }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }

  /// Sends a message that has no answer, after the earlier requests have ended.
  ///
  /// - Throws: The error of the lost link, or an error of `write`.
  public func send(_ write: () async throws -> Void) async throws {
    await takeTurn()
    defer { endTurn() }
    if let loss { throw loss }
    try await write()
  }

  private func answer(_ matcher: Matcher, _ write: () async throws -> Void) async throws -> Message {
    let (answers, waiter) = AsyncThrowingStream<Message, any Error>.makeStream()
    try state.withLock { state in
      if let loss = state.loss { throw loss }
      state.pending = Pending(matcher: matcher, waiter: waiter)
    }
    defer { state.withLock { $0.pending = nil } }
    let endWait = PendingWaits.begin { [device] in "an answer to \(matcher) from \(device)" }
    defer { endWait() }
    try await write()
    for try await answer in answers { return answer }
    throw CancellationError()
  }

  private func throwWhenIdle(_ timeout: AnswerTimeout) async throws -> Message {
    // Polling costs nothing per piece; long answers have hundreds of pieces.
    let tick = timeout.pause / 10
    var (activity, hasBegun) = progress
    var idle = Duration.zero
    while idle < (hasBegun ? timeout.pause : timeout.beginning) {
      try await clock.sleep(for: tick)
      let now = progress
      idle = now.activity == activity ? idle + tick : .zero
      (activity, hasBegun) = now
    }
    throw RequestTimedOut(device: device, hasBegun: hasBegun)
  }

  private var progress: (activity: Int, hasBegun: Bool) {
    state.withLock { ($0.activity, $0.pending?.hasBegun ?? false) }
  }

  // MARK: Messages from the device

  /// Calls `receive` with each value until the link ends. Then ends the current request and `unsolicited`.
  ///
  /// - Returns: The error that ended the link.
  @discardableResult
  public func pump(
    _ values: AsyncThrowingStream<ReceivedValue, any Error>, _ receive: (ReceivedValue) -> Void
  ) async -> any Error {
    var loss: any Error = BluetoothError(.read, device: device, .disconnected)
    do { for try await value in values { receive(value) } } catch { loss = error }
    lose(loss)
    return loss
  }

  /// Restarts the timeout of the current request because a piece of its answer arrived. `isPiece` receives the
  /// request's matcher.
  ///
  /// - Returns: True if the piece belongs to the current request.
  @discardableResult
  public func noteProgress(where isPiece: (Matcher) -> Bool = { _ in true }) -> Bool {
    state.withLock { state in
      guard let pending = state.pending, isPiece(pending.matcher) else { return false }
      state.pending?.hasBegun = true
      state.activity += 1
      return true
    }
  }

  /// Restarts the timeout of the current request although no piece arrived, because the link is busy with other
  /// transfers.
  public func postponeTimeout() { state.withLock { $0.activity += 1 } }

  /// Delivers a message to the request that it answers, or else to `unsolicited`.
  ///
  /// - Returns: True if it answers the current request.
  @discardableResult
  public func receive(_ message: Message) -> Bool {
    let waiter = state.withLock { state -> AsyncThrowingStream<Message, any Error>.Continuation? in
      guard let pending = state.pending, pending.matcher.matches(message) else { return nil }
      state.pending = nil
      return pending.waiter
    }
    guard let waiter else {
      unsolicited.send(message)
      return false
    }
    waiter.yield(message)
    waiter.finish()
    return true
  }

  /// The error of the lost link; `nil` while the link lasts.
  public var loss: (any Error)? { state.withLock { $0.loss } }

  /// Ends the current request and all later ones with the error of the lost link.
  public func lose(_ error: any Error) {
    let pending = state.withLock { state in
      state.loss = state.loss ?? error
      return state.pending.take()
    }
    pending?.waiter.finish(throwing: error)
    unsolicited.finish()
  }

  // MARK: Turns

  private func takeTurn() async {
    let endWait = PendingWaits.begin { [device] in "the end of earlier requests to \(device)" }
    defer { endWait() }
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        if state.isBusy { state.turns.append(turn) }
        return !exchange(&state.isBusy, with: true)
      }
      if isFree { turn.resume() }
    }
  }

  private func endTurn() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.turns.isEmpty { return state.turns.removeFirst() }
      state.isBusy = false
      return nil
    }
    next?.resume()
  }
}
