import Foundation
import HaloHealth
import HaloSimulatedRadio
import Testing

@testable import HaloDashboard

/// Random request bodies. `HALO_FUZZ_COUNT` is their number, `FUZZ_SEED` the seed.
struct RequestFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let givenCount = environment["HALO_FUZZ_COUNT"].flatMap { Int($0) }
  private static let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// The body types of all routes.
  private static let requests: [any (Decodable & Sendable).Type] = [
    RequestFields.self, ActionRequestBody.self,
  ]

  /// Decodes a body as the routes do. Returns false if it is refused; other errors than `APIError` are not thrown.
  /// Settings are also applied.
  private static func decode(_ type: any Decodable.Type, _ body: [UInt8]) -> Bool {
    do {
      let request = try type.init(request: body)
      var settings = Profile()
      if let request = request as? RequestFields { try? request.change(&settings, in: PageTestbed.today.year) }
      return true
    } catch {
      return false
    }
  }

  /// Results of decoding.
  private struct Findings: Sendable {
    var decodedCount = 0
    var longest = Duration.zero
    var longestSize = 0
  }

  @Test func `random request bodies are decoded or refused, and no deeply nested one is decoded`() async throws {
    let count = Self.givenCount ?? 2000
    let parts = 4
    let found = try await withThrowingTaskGroup(of: Findings.self) { group in
      for part in 0..<parts {
        let share = count * (part + 1) / parts - count * part / parts
        group.addTask { try Self.decode(count: share, seed: Self.seed &* 1000 &+ UInt64(part)) }
      }
      return try await group.reduce(into: Findings()) { sum, part in
        sum.decodedCount += part.decodedCount
        if part.longest > sum.longest { (sum.longest, sum.longestSize) = (part.longest, part.longestSize) }
      }
    }
    // Otherwise the bodies differ too much from those of the page.
    #expect(found.decodedCount > count / 20 && found.decodedCount < count)
    guard Self.givenCount != nil else { return }
    print(
      "requests: \(count) bodies, seed \(Self.seed): \(found.decodedCount) decoded; the longest: \(found.longest) for \(found.longestSize) bytes"
    )
    #expect(found.longest < .seconds(1))
    // In kilobytes. Run this test alone, because others use more memory.
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) }
    if let peak {
      print("requests: at most \(peak / 1000) MB of memory")
      #expect(peak < 200_000)
    }
  }

  private static func decode(count: Int, seed: UInt64) throws -> Findings {
    var (bodies, found) = (RequestMutator(seed: seed), Findings())
    let clock = ContinuousClock()
    for number in 0..<count {
      let body = bodies.next()
      let type = requests[number % requests.count]
      var isDecoded = false
      var time = clock.measure { isDecoded = decode(type, body) }
      // Measure again, in case another process used the processor.
      if time > .seconds(1) { time = clock.measure { isDecoded = decode(type, body) } }
      if time > found.longest { (found.longest, found.longestSize) = (time, body.count) }
      let bytes = CountedBytes(body)
      let isShallow = JSONShape.isShallowObject(bytes)
      try #require(bytes.taken <= body.count, "\(body)")
      guard isDecoded else { continue }
      found.decodedCount += 1
      // Refused bodies are never decoded, and accepted ones nest no deeper than the limit.
      try #require(body.isEmpty || isShallow, "\(body)")
      guard let value = try? JSONSerialization.jsonObject(with: Data(body)) else { continue }
      try #require(value is [String: Any] && depth(of: value) <= JSONShape.maxDepth, "\(body)")
    }
    return found
  }

  private static func depth(of value: Any) -> Int {
    switch value {
    case let members as [String: Any]: 1 + (members.values.map(depth).max() ?? 0)
    case let items as [Any]: 1 + (items.map(depth).max() ?? 0)
    default: 0
    }
  }

  @Test func `random request bodies never cause a server error`() async throws {
    let count = Self.givenCount.map { $0 / 500 } ?? 20
    try await PageTestbed.run(.empty) { testbed in
      var bodies = RequestMutator(seed: Self.seed)
      // Routes that do not wait for a device.
      let routes = [
        ("PUT", "/settings"), ("POST", "/wearers"), ("POST", "/erase"), ("PATCH", "/devices/1"),
        ("POST", "/workouts"),
        ("POST", "/workouts/now/belt"), ("PUT", "/devices/1/settings"), ("DELETE", "/devices/1"),
      ]
      var (client, longest) = (testbed.client, Duration.zero)
      for number in 0..<count {
        // Below the rate limit of one session.
        if number % 500 == 499 { client = try await client.signedIn(to: testbed.page) }
        let (method, path) = routes[number % routes.count]
        let body = bodies.next()
        let start = ContinuousClock.now
        let answer = try await client.send(method, "/api/v2" + path, body)
        longest = max(longest, start.duration(to: .now))
        try #require(
          (200..<500).contains(answer.status) && answer.status != 429,
          "\(method) \(path): \(answer.status) \(answer.text) \(body)")
        // Refusals have an error message.
        if answer.status >= 400 { try #require(answer.json["error"] != nil, "\(answer.text) \(body)") }
      }
      if Self.givenCount != nil { print("requests: \(count) answers, the longest after \(longest)") }
    }
  }
}

/// Bytes that count how many of them were read.
private struct CountedBytes: Sequence {
  private final class Count { var bytes = 0 }
  private let bytes: [UInt8]
  private let count = Count()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var taken: Int { count.bytes }

  func makeIterator() -> AnyIterator<UInt8> {
    var rest = bytes.makeIterator()
    let count = count
    return AnyIterator {
      let byte = rest.next()
      if byte != nil { count.bytes += 1 }
      return byte
    }
  }
}

/// Generates almost valid request bodies: members of all requests with values of all types, and modified bytes.
private struct RequestMutator {
  private var random: SeededGenerator

  /// Creates a generator that depends only on `seed`.
  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let names = [
    "token", "name", "id", "wearer", "keepData", "confirmation", "value", "what", "machine", "heart", "sport",
    "control",
    "order", "units", "clock", "stepGoal", "sleepGoalMinutes", "birthYear", "maxHeartRate", "", "n\u{E4}me",
    "\\u006eame", "__proto__",
  ]
  private static let values = [
    "null", "true", "false", "0", "1", "-1", "2.5", "1e15", "1e999", "-1e-999", "9223372036854775808", "10000",
    "1980", "220",
    "NaN", "Infinity", "01", "+1", ".5", "\"\"", "\"x\"", "\"metric\"", "\"stop\"", "\"speed\"", "\"all\"",
    "\"wearer\"",
    "\"\\u0000\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"\u{202E}a\"", "\"\u{1F469}\u{200D}\u{1F680}\"",
    "\"[[[[[[[[[[\"", "[]", "{}",
    "[1]", "{\"a\":[1,{\"b\":[]}]}", "\"=1+1\"", "\"9999-12-31\"", "tru", "\"\u{0}\"", "\"\\x\"", "'x'",
  ]
  private static let oddities = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\\"", "\u{0}", "\u{FEFF}", " ", "\n", "//", "/**/", "\u{1}", "\\u",
    "{\"a\":", "e9",
  ]

  /// Returns the next body. Most are small; some have the maximum size of a request.
  mutating func next() -> [UInt8] {
    var bytes = [UInt8](object().utf8)
    guard number(below: 3) > 0 else { return bytes }
    for _ in 0...number(below: 3) where !bytes.isEmpty { change(&bytes) }
    return bytes
  }

  private mutating func object() -> String {
    let members = (0..<number(below: number(below: 500) == 0 ? 2000 : 6)).map { _ in
      "\"\(pick(Self.names))\":\(number(below: 12) == 0 ? nested() : pick(Self.values))"
    }
    return "{\(members.joined(separator: pick([",", ",", " ,\n "])))}"
  }

  private mutating func nested() -> String {
    let depth = number(below: 100) == 0 ? number(below: 20_000) : number(below: 12)
    let (opening, closing) = number(below: 2) == 0 ? ("[", "]") : ("{\"a\":", "}")
    return String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = number(below: bytes.count)
    let end = min(bytes.count, place + 1 + number(below: 12))
    switch number(below: 8) {
    case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2, 3: bytes.insert(contentsOf: pick(Self.oddities).utf8, at: place)
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 6: bytes.removeLast(bytes.count - place)
    default:
      guard number(below: 100) == 0 else { return }
      bytes.insert(contentsOf: repeatElement(bytes[place], count: number(below: 60_000)), at: place)
    }
  }

  private mutating func number(below limit: Int) -> Int { limit == 0 ? 0 : Int.random(in: 0..<limit, using: &random) }

  private mutating func pick<Element>(_ all: [Element]) -> Element { all[number(below: all.count)] }
}
