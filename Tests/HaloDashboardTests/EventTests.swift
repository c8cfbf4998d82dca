import HaloReports
import Testing

@testable import HaloDashboard

struct EventTests {
  /// The next texts of a stream.
  static func received(_ stream: AsyncStream<String>, _ count: Int) async -> [String] {
    await stream.prefix(count).reduce(into: []) { $0.append($1) }
  }

  @Test func `reconnecting viewer receives missed events`() async {
    let hub = EventHub()
    let first = hub.listen(after: nil, hello: [:])
    for number in 1...3 { hub.send("changed", ["number": JSON(number)]) }
    let events = await Self.received(first, 4)
    #expect(events[0].contains("event: hello"))
    let id = events[1].split(separator: "\n")[0].dropFirst("id: ".count)
    let second = await Self.received(hub.listen(after: String(id), hello: [:]), 3)
    #expect(Array(second.dropFirst()) == Array(events[2...3]))
  }

  @Test(arguments: ["other-1", "nonsense", "", "-", "x-99999999999999999999"])
  func `id of another process requests a full reload`(_ last: String) async {
    let hub = EventHub()
    hub.send("device", [:])
    let events = await Self.received(hub.listen(after: last, hello: [:]), 2)
    #expect(events[1].contains("event: changed") && events[1].contains("everything"))
  }

  @Test(arguments: [Int.max, Int.max - 1, Int.min, 2])
  func `unknown event number requests a full reload`(_ number: Int) async throws {
    let hub = EventHub()
    let first = hub.listen(after: nil, hello: [:])
    hub.send("device", [:])
    let id = try #require(await Self.received(first, 2)[1].split(separator: "\n").first)
    let epoch = id.dropFirst("id: ".count).split(separator: "-")[0]
    let events = await Self.received(hub.listen(after: "\(epoch)-\(number)", hello: [:]), 2)
    #expect(events[1].contains("everything"))
  }

  @Test func `too many missed events request a full reload`() async {
    let hub = EventHub()
    hub.send("device", [:])
    let first = await Self.received(hub.listen(after: nil, hello: [:]), 1)
    #expect(first.count == 1)
    let stream = hub.listen(after: nil, hello: [:])
    hub.send("device", [:])
    let id = await Self.received(stream, 2)[1].split(separator: "\n")[0].dropFirst("id: ".count)
    for _ in 0..<1000 { hub.send("device", [:]) }
    #expect(await Self.received(hub.listen(after: String(id), hello: [:]), 2)[1].contains("everything"))
  }

  @Test func `finish ends all streams`() async {
    let hub = EventHub()
    let open = hub.listen(after: nil, hello: [:])
    hub.finish()
    var count = 0
    for await _ in open { count += 1 }
    for await _ in hub.listen(after: nil, hello: [:]) { count += 1 }
    #expect(count == 2)
  }

  /// Canceling a task locks it while its streams' termination handlers run; waking the task waits for that lock.
  @Test(.timeLimit(.minutes(10)))
  func `viewers can leave while events are sent`() async {
    let hub = EventHub()
    for _ in 0..<1000 {
      let (hellos, helloContinuation) = AsyncStream<Void>.makeStream()
      await withTaskGroup(of: Void.self) { group in
        for stream in (0..<8).map({ _ in hub.listen(after: nil, hello: [:]) }) {
          group.addTask { for await _ in stream { helloContinuation.yield() } }
        }
        for await _ in hellos.prefix(8) {}
        async let received: Void = { for _ in 0..<8 { hub.send("device", [:]) } }()
        await Task.yield()
        group.cancelAll()
        await received
      }
    }
  }

  @Test func `the data of an event is one line of JSON without absent members and hidden characters`() {
    struct Sample: Encodable {
      var b = 1.0
      var a: String? = "a\"\\\n\u{1}é\u{202E}"
      var absent: Int?
      var text = Phrase("Warming up …")
    }
    let german = Wording.$current.withValue(Wording(.german)) { Sample().event("x") }
    #expect(german == "event: x\ndata: {\"a\":\"a\\\"\\\\\\n\\u0001é\\u202e\",\"b\":1,\"text\":\"Aufwärmen …\"}\n\n")
  }
}

extension EventHub {
  /// Sends an event whose data a test writes as a literal.
  func send(_ event: String, _ data: JSON) { forward(event, data) }

  private func forward(_ event: String, _ data: some Encodable) { send(event, data) }

  func listen(after last: String?, hello: JSON) -> AsyncStream<String> { subscribe(last, hello) }

  private func subscribe(_ last: String?, _ hello: some Encodable) -> AsyncStream<String> {
    listen(after: last, hello: hello)
  }
}
