import Foundation
import HaloHealth
import HaloInterchange
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Workout files")
struct WorkoutFileTests {
  private static let start = Moment(milliseconds: 1_790_000_000_250, secondsFromGMT: 3600)

  private static func moment(_ seconds: Double) -> Moment {
    Moment(milliseconds: start.milliseconds + Int(seconds * 1000), secondsFromGMT: start.secondsFromGMT)
  }

  /// Fifteen minutes on a treadmill with a strap: 10.8 km/h, a rising heart rate, two seconds of it missing.
  static let recording = WorkoutRecording(
    Workout(.running, start: start, length: 900_000, meters: nil, kilocalories: 180.4, source: .live), isIndoors: true,
    points: (0..<900).map { second in
      WorkoutRecording.Point(
        time: moment(Double(second)), heartRate: (100..<102).contains(second) ? nil : 100 + second / 18,
        meters: Double(second + 1) * 3, speed: 3, cadence: 170, watts: nil,
        inclination: second < 450 ? -1.5 : 3.25, resistance: second < 900 / 2 ? nil : 7)
    },
    beats: (1...1200).map { .init(time: moment(Double($0) * 0.75), interval: 750) },
    counts: [.steps: 2550, .ascent: 43.7, .descent: 20.2])

  @Test func `a FIT file is complete and contains the measured values`() throws {
    let bytes = FIT.bytes(Self.recording)
    if let folder = ProcessInfo.processInfo.environment["HALO_WORKOUT_FILES"] {
      try Data(bytes).write(to: URL(filePath: folder).appending(path: "workout.fit"))
      try Data(TCX.text(Self.recording).utf8).write(to: URL(filePath: folder).appending(path: "workout.tcx"))
    }
    let messages = try FITReader.read(bytes)
    #expect(messages.map(\.number).first == 0 && messages.map(\.number).last == 34)
    let records = messages.filter { $0.number == 20 }
    #expect(records.count == 900)
    #expect(records[10].fields[3] == [100] && records[100].fields[3] == nil && records[899].fields[3] == [149])
    #expect(records[899].fields[5] == [270_000] && records[5].fields[6] == [3000] && records[5].fields[4] == [85])
    #expect(records[5].fields[7] == nil && records[5].fields[9] == [0x1_0000 - 150] && records[5].fields[10] == nil)
    #expect(records[500].fields[9] == [325] && records[500].fields[10] == [7])
    #expect(records[0].fields[253] == [1_790_000_000 - 631_065_600])
    #expect(messages.filter { $0.number == 78 }.flatMap { $0.fields[0] ?? [] }.count { $0 == 750 } == 1199)
    let session = try #require(messages.first { $0.number == 18 })
    #expect(session.fields[8] == [900_000] && session.fields[9] == [270_000] && session.fields[11] == [180])
    #expect(session.fields[16] == [125] && session.fields[17] == [149])
    // Strides are pairs of steps.
    #expect(session.fields[10] == [1275] && session.fields[22] == [44] && session.fields[23] == [20])
    #expect(session.fields[5] == [1] && session.fields[6] == [1])
    #expect(messages.filter { [18, 19].contains($0.number) }.allSatisfy { $0.fields[254] == [0] })
  }

  @Test(arguments: [nil, 0, 240_000, 899_999, 900_000] as [Int?])
  func `pauses are not in the time of the timer`(paused: Int?) throws {
    let recording = WorkoutRecording(
      Workout(.running, start: Self.start, length: 900_000, paused: paused, source: .log), isIndoors: false, points: [])
    let messages = try FITReader.read(FIT.bytes(recording))
    let active = 900_000 - (paused ?? 0)
    for message in messages where [18, 19].contains(message.number) {
      #expect(message.fields[7] == [900_000] && message.fields[8] == [active])
    }
    #expect(messages.last?.fields[0] == [active])
    let total = try #require(TCXElement.read(TCX.text(recording))?.all("TotalTimeSeconds").first?.text)
    #expect(Double(total) == (Double(active) / 10).rounded() / 100)
  }

  @Test func `a FIT file has no field without a value, whatever the order of the known ones`() throws {
    // More than the 16 kinds of messages that a file can define at a time, each several times.
    let points = (0..<320).map { second in
      func known<Value>(_ bit: Int, _ value: Value) -> Value? { second * 7 % 32 >> bit & 1 == 1 ? value : nil }
      return WorkoutRecording.Point(
        time: Self.moment(Double(second)), heartRate: known(0, 255 - second % 2 * 255),
        meters: known(1, Double(second)),
        speed: known(2, 2.5), cadence: known(3, 91), watts: known(4, 200))
    }
    let recording = WorkoutRecording(
      Workout(.cycling, start: Self.start, length: 320_000, source: .log), isIndoors: false, points: points)
    let records = try FITReader.read(FIT.bytes(recording)).filter { $0.number == 20 }
    #expect(records.count == 320)
    for (point, record) in zip(points, records) {
      // 0 and 255 are no heart rates.
      #expect(record.fields[3] == nil)
      #expect(
        record.fields[5] == point.meters.map { [Int($0) * 100] } && record.fields[6] == point.speed.map { _ in [2500] })
      #expect(record.fields[4] == point.cadence.map { [$0] } && record.fields[7] == point.watts.map { [$0] })
    }
    let session = try #require(try FITReader.read(FIT.bytes(recording)).first { $0.number == 18 })
    #expect(session.fields[16] == nil && session.fields[11] == nil)
  }

  @Test func `a TCX file follows the rules of its schema`() throws {
    let text = TCX.text(Self.recording)
    let root = try #require(TCXElement.read(text))
    #expect(root.name == "TrainingCenterDatabase")
    try root.check()
    #expect(root.all("Trackpoint").count == 900)
    #expect(root.all("Time").first?.text == "2026-09-21T14:13:20.250Z")
    #expect(root.all("RunCadence").first?.text == "85" && root.all("Steps").map(\.text) == ["2550"])
    #expect(root.all("Trackpoint")[100].all("HeartRateBpm").isEmpty)
    #expect(root.all("DistanceMeters").first?.text == "2700.00")
  }

  @Test func `strokes of rowing are cycles, and a level that FIT cannot have is left out`() throws {
    let recording = WorkoutRecording(
      Workout(.rowing, start: Self.start, length: 60_000, source: .live), isIndoors: true,
      points: [-3, 0, 254, 255].enumerated().map { place, level in
        .init(time: Self.moment(Double(place)), inclination: level, resistance: level)
      }, counts: [.strokes: 31])
    let messages = try FITReader.read(FIT.bytes(recording))
    for message in messages where [18, 19].contains(message.number) {
      #expect(message.fields[10] == [31] && message.fields[22] == nil && message.fields[23] == nil)
    }
    let records = messages.filter { $0.number == 20 }
    #expect(records.map { $0.fields[10] } == [nil, [0], [254], nil])
    #expect(records.map { $0.fields[9] } == [[0x1_0000 - 300], [0], [25_400], [25_500]])
    #expect(try #require(TCXElement.read(TCX.text(recording))).all("Steps").isEmpty)
  }

  @Test(arguments: Workout.Kind.allCases)
  func `a workout without measurements still produces a file`(kind: Workout.Kind) throws {
    let recording = WorkoutRecording(
      Workout(kind, start: Self.start, length: 60_000, source: .manual), isIndoors: false, points: [])
    #expect(try FITReader.read(FIT.bytes(recording)).contains { $0.number == 18 })
    try #require(TCXElement.read(TCX.text(recording))).check()
  }

  @Test func `points outside of the workout, out of order or repeated do not make time go backward`() throws {
    let times = [5.0, -3, 2, 61, 2, 60, 0, 2.4]
    let recording = WorkoutRecording(
      Workout(.cycling, start: Self.start, length: 60_000, source: .live), isIndoors: false,
      points: times.enumerated().map { .init(time: Self.moment($0.element), heartRate: 100 + $0.offset) })
    #expect(recording.points.map(\.heartRate) == [106, 104, 107, 100])
    let seconds = try FITReader.read(FIT.bytes(recording)).filter { $0.number == 20 }.compactMap {
      $0.fields[253]?.first
    }
    #expect(seconds == seconds.sorted() && Set(seconds).count == seconds.count && seconds.count == 3)
  }
}

/// Reads FIT files according to the protocol, without Halo's code.
enum FITReader {
  struct Message {
    let number: Int
    let fields: [Int: [Int]]
  }

  struct Damaged: Error {}

  static func read(_ bytes: [UInt8]) throws -> [Message] {
    func number(_ place: Int, _ width: Int) -> Int { (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) } }
    func crc(_ bytes: ArraySlice<UInt8>) -> Int {
      // Uses the nibble table from the protocol's description.
      let table = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
        0x8801, 0x4400,
      ]
      var crc = 0
      for byte in bytes {
        crc = (crc >> 4 & 0x0FFF) ^ table[crc & 15] ^ table[Int(byte) & 15]
        crc = (crc >> 4 & 0x0FFF) ^ table[crc & 15] ^ table[Int(byte) >> 4]
      }
      return crc
    }
    guard bytes.count > 16, bytes[0] == 14, [UInt8](bytes[8..<12]) == [UInt8](".FIT".utf8),
      number(4, 4) == bytes.count - 16, number(12, 2) == crc(bytes[..<12]),
      number(bytes.count - 2, 2) == crc(bytes.dropLast(2))
    else { throw Damaged() }
    var place = 14
    var definitions: [UInt8: (number: Int, fields: [(number: Int, size: Int, width: Int)])] = [:]
    var messages: [Message] = []
    while place < bytes.count - 2 {
      let header = bytes[place]
      place += 1
      if header & 0x40 != 0 {
        let fields = (0..<Int(bytes[place + 4])).map { index in
          let field = place + 5 + index * 3
          let width = [0x00: 1, 0x02: 1, 0x83: 2, 0x84: 2, 0x86: 4, 0x8C: 4][Int(bytes[field + 2])] ?? 1
          return (Int(bytes[field]), Int(bytes[field + 1]), width)
        }
        definitions[header & 15] = (number(place + 2, 2), fields)
        place += 5 + fields.count * 3
      } else {
        guard let definition = definitions[header & 15] else { throw Damaged() }
        var values: [Int: [Int]] = [:]
        for field in definition.fields {
          values[field.number] = stride(from: 0, to: field.size, by: field.width).map {
            number(place + $0, field.width)
          }
          place += field.size
        }
        messages.append(Message(number: definition.number, fields: values))
      }
    }
    guard place == bytes.count - 2 else { throw Damaged() }
    return messages
  }
}

/// An element of a TCX file, checked against the schema rules that concern Halo's files.
final class TCXElement: NSObject, XMLParserDelegate {
  struct Broken: Error, CustomStringConvertible { let description: String }

  let name: String
  let attributes: [String: String]
  private(set) var children: [TCXElement] = []
  private(set) var text = ""
  private var open: [TCXElement] = []

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  static func read(_ text: String) -> TCXElement? {
    let document = TCXElement("", [:])
    document.open = [document]
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = document
    return parser.parse() ? document.children.first : nil
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = TCXElement(name, attributes)
    open.last?.children.append(element)
    open.append(element)
  }

  func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

  func all(_ name: String) -> [TCXElement] { (self.name == name ? [self] : []) + children.flatMap { $0.all(name) } }

  /// The allowed children of an element, in order; those with "!" are required, those with "+" may repeat.
  private static let rules: [String: [String]] = [
    "TrainingCenterDatabase": ["Activities"], "Activities": ["Activity+"], "Activity": ["Id!", "Lap!+"],
    "Lap": [
      "TotalTimeSeconds!", "DistanceMeters!", "MaximumSpeed", "Calories!", "AverageHeartRateBpm", "MaximumHeartRateBpm",
      "Intensity!", "Cadence", "TriggerMethod!", "Track+", "Notes", "Extensions",
    ],
    "Track": ["Trackpoint!+"],
    "Trackpoint": ["Time!", "Position", "AltitudeMeters", "DistanceMeters", "HeartRateBpm", "Cadence", "Extensions"],
    "AverageHeartRateBpm": ["Value!"], "MaximumHeartRateBpm": ["Value!"], "HeartRateBpm": ["Value!"],
    "Extensions": ["TPX", "LX"], "LX": ["Steps"], "TPX": ["Speed", "RunCadence", "Watts"],
  ]

  func check() throws {
    guard let rule = Self.rules[name] else {
      guard children.isEmpty else { throw Broken(description: "\(name) has children") }
      return try checkText()
    }
    var left = children[...]
    for entry in rule {
      let wanted = entry.filter { $0.isLetter }
      let found = left.prefix { $0.name == wanted }
      if entry.contains("!"), found.isEmpty { throw Broken(description: "\(name) lacks \(wanted)") }
      if !entry.contains("+"), found.count > 1 { throw Broken(description: "\(name) has several \(wanted)") }
      left = left.dropFirst(found.count)
    }
    if let first = left.first { throw Broken(description: "\(first.name) is not allowed in \(name)") }
    if name == "Activity", !["Running", "Biking", "Other"].contains(attributes["Sport"]) {
      throw Broken(description: "an unknown sport")
    }
    let times = children.filter { $0.name == "Trackpoint" }.compactMap { $0.children.first?.text }
    if times != times.sorted() { throw Broken(description: "time goes backward") }
    for child in children { try child.check() }
  }

  private func checkText() throws {
    let isRight =
      switch name {
      case "Id", "Time": text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
      case "Value": (1...255).contains(Int(text) ?? 0)
      case "Calories", "Watts", "Steps": (0...65_535).contains(Int(text) ?? -1)
      case "Cadence", "RunCadence": (0...254).contains(Int(text) ?? -1)
      case "Intensity": text == "Active"
      case "TriggerMethod": text == "Manual"
      default: Double(text) != nil
      }
    if !isRight { throw Broken(description: "\(name) is '\(text)'") }
  }
}
