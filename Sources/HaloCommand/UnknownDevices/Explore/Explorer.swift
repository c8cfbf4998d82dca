import HaloEngine
import Synchronization

/// Runs commands of `halo explore` on one device over one link.
struct Explorer: Sendable {
  let connection: GuardedConnection
  let advertisement: Advertisement
  let services: [Service]
  let names: AttributeNames
  let output: ExploreOutput
  let clock: any Clock<Duration>
  let unknown: UnknownWrites
  /// The scope of the tasks that receive notifications.
  private let scope: TaskScope
  private let listening = Listening()

  /// The subscribed and shown characteristics, and the error that ended the link.
  private final class Listening: Sendable {
    struct State {
      var known: Set<Characteristic> = []
      var shown: Set<Characteristic> = []
      var loss: (any Error)?
    }
    let state = Mutex(State())
  }

  /// Discovers a device's services, and calls `body` with an explorer.
  static func with<Result: Sendable>(
    _ connection: any Connection, _ advertisement: Advertisement, _ output: ExploreOutput, _ clock: any Clock<Duration>,
    unknown: UnknownWrites = UnknownWrites(isAllowed: false, asks: false),
    _ body: (Explorer) async throws -> Result
  ) async throws -> Result {
    let connection = GuardedConnection(connection, HaloProgram.registry) { unknown.insists($0) }
    let services = try await connection.services()
    return try await TaskScope.with { scope in
      try await body(
        Explorer(
          connection: connection, advertisement: advertisement, services: services, names: AttributeNames(services),
          output: output, clock: clock, unknown: unknown, scope: scope))
    }
  }

  /// Runs a command; `quit` does nothing.
  func perform(_ order: ExploreAction) async throws {
    try checkLink()
    switch order {
    case .services: try print(DeviceListing(advertisement, services).text(on: output.terminal))
    case .info: try await info()
    case .read(nil):
      let (listing, loss) = try await DeviceListing.read(advertisement, services, over: connection)
      try print(listing.text(on: output.terminal))
      if let loss { throw loss }
    case .read(let text?): try await read(try names.find(text))
    case .write(let text, let value, let withResponse):
      let characteristic = try names.find(text)
      try await connection.write(
        value, to: characteristic, withResponse: withResponse ?? characteristic.properties.contains(.write))
      try output.show(.written, value, characteristic, called: names.word(characteristic))
    case .subscribe(let text): try await subscribe(try names.find(text))
    case .unsubscribe(let text):
      let characteristic = try names.find(text)
      guard listening.state.withLock({ $0.shown.remove(characteristic) }) != nil else {
        return try output.print(Phrase("\(names.word(characteristic)) was not subscribed to.").text)
      }
    case .wait(let seconds): try await wait(seconds)
    case .help: try output.print(ExploreAction.helpText)
    case .quit: break
    }
  }

  /// Runs a command of the options. Asks on the terminal before an unknown value is written.
  func performAsking(_ order: ExploreAction) async throws {
    do { try await perform(order) } catch let error as WriteRefusal {
      guard let question = unknown.question(about: error, of: order) else { throw error }
      StandardError.report(question)
      guard let line = await InputLines.next(),
        let order = unknown.confirmed(by: line).action
      else { throw WriteRefusal(error.phrase) }
      try await perform(order)
    }
  }

  /// Waits for a number of seconds. Throws if the link is lost.
  func wait(_ seconds: Double) async throws {
    var left = seconds
    while left > 0 {
      try checkLink()
      try await clock.sleep(for: .milliseconds(Int(min(left, 0.25) * 1000)))
      left -= 0.25
    }
    try checkLink()
  }

  private func checkLink() throws {
    if let loss = listening.state.withLock({ $0.loss }) { throw loss }
  }

  private func read(_ characteristic: Characteristic) async throws {
    let value = try await connection.read(characteristic)
    try output.show(.read, value.bytes, characteristic, called: names.word(characteristic))
    guard !output.json else { return }
    for descriptor in characteristic.descriptors {
      let name = AttributeNames.name(descriptor) ?? "\(descriptor)"
      do {
        let bytes = try await connection.read(descriptor: descriptor, of: characteristic)
        try output.print("  \(name)  \(VisibleText.printable(ExploredValue(bytes, of: descriptor).words))")
      } catch let error as BluetoothError where error.isAttributeError {
        try output.print("  \(name)  \(VisibleText.printable(Phrase("not read: \("\(error)")").text))")
      }
    }
  }

  private func subscribe(_ characteristic: Characteristic) async throws {
    let isNew = listening.state.withLock { state in
      state.shown.insert(characteristic)
      return state.known.insert(characteristic).inserted
    }
    guard isNew else { return }
    let values: AsyncThrowingStream<ReceivedValue, any Error>
    do { values = try await connection.notifications(of: characteristic) } catch {
      listening.state.withLock { state in
        state.shown.remove(characteristic)
        state.known.remove(characteristic)
      }
      throw error
    }
    scope.start {
      do {
        for try await value in values
        where self.listening.state.withLock({ $0.shown.contains(characteristic) }) {
          try self.output.show(.notified, value.bytes, characteristic, called: self.names.word(characteristic))
        }
      } catch {
        let isFirst = self.listening.state.withLock { state in
          defer { state.loss = state.loss ?? error }
          return state.loss == nil
        }
        if isFirst, !Task.isCancelled, !self.output.json {
          try? self.output.print(Phrase("The link was lost. The next command ends the session.").text)
        }
      }
    }
  }

  private func info() async throws {
    var rows: [(label: Phrase, value: Phrase)] = [(Phrase("device"), "\(advertisement.label)")]
    if let rssi = (try? await connection.readRSSI()) ?? advertisement.rssi {
      rows.append((Phrase("signal"), DeviceFacts.signal(rssi)))
    }
    let longest = await connection.maximumWriteLength(withResponse: true)
    rows.append((Phrase("longest write"), Phrase("\(longest) bytes")))
    let what = Identification(advertisement, services: services.map(\.uuid), registry: HaloProgram.registry)
    rows.append(
      (Phrase("is"), what.isCertain || what.verdict == .unknown ? what.kind : Phrase("\(what.kind) (not sure)")))
    try print(FactRows.draw(rows, on: .plain, indentation: 2))
  }

  private func print(_ lines: String) throws {
    try output.print(lines.hasSuffix("\n") ? String(lines.dropLast()) : lines)
  }
}

extension BluetoothError {
  /// True if the error concerns a single attribute, so that others may still work.
  var isAttributeError: Bool {
    switch reason {
    case .attribute, .attributeNotFound, .notPermitted, .subscribeInstead, .tooLong, .refused, .timedOut, .bondRefused:
      true
    case .radio, .disconnected, .inUse: false
    }
  }
}
