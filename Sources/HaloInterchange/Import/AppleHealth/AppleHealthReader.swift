/// Reads the export of Apple Health, `export.xml`. Apple describes its format in the document type at its beginning.
///
/// The exports of a phone that was used for years have gigabytes: the tags are found in the bytes without a parser of XML,
/// and memory does not grow, except by sleep, which is assembled at the end.
public final class AppleHealthReader: ImportReader {
  /// The number of tags in which zones are searched, so that years without any are not read twice.
  private static let mostSearched = 2_000_000

  /// The export of Apple Health.
  public let format = ImportFormat.appleHealth
  private let bytes: any ImportBytes
  /// Opens the bytes again.
  private let again: () throws -> (any ImportBytes)?
  private let part: ImportPart
  private var dates = AppleHealthDate()
  private var type = ByteCache<(type: AppleHealthType, leftOut: Int)>()
  private var leftOut: [(name: String, count: Int)] = []
  private var leftOutPlaces: [String: Int] = [:]
  private var unit = ByteCache<String>()
  private var source = ByteCache<Int?>()
  private var sources: [String: Int] = [:]
  private var sleep = FileSleep()
  private var zones: AppleHealthZones
  private var record: OpenRecord?
  private var beats = AppleHealthBeats()
  private var workout: AppleHealthWorkout?

  /// A record whose end tag was not read yet: elements in it name its zone, or list its beats.
  private struct OpenRecord {
    enum Content {
      case sample(Metric, Double)
      /// Sleep with a value of the category.
      case sleep(String)
    }

    let content: Content
    let start: Moment
    let end: Moment
    let source: Int
    let line: Int
    /// The number of its own zone.
    var zone: Int?
  }

  /// A reader of the bytes; `file` is the file's name in an archive. Times are local ones of `zone`, if that is chosen or fits
  /// the file, otherwise of the zone that most entries name, for which `again` opens the bytes a second time; otherwise they
  /// are as in the file.
  public init(
    _ bytes: any ImportBytes, file: String? = nil, zone: ImportZone? = nil,
    again: @escaping () throws -> (any ImportBytes)? = { nil }
  ) {
    self.bytes = bytes
    self.again = again
    part = .lines(of: file)
    zones = AppleHealthZones(zone)
  }

  /// Reads the file.
  public func read(into receiver: any ImportReceiver) throws {
    let scanner = TagScanner(bytes)
    var count = 0
    var isWhole = false
    while let tag = try scanner.next(refuse: { try receiver.refuse(.damaged, in: part, place: $0) }) {
      count += 1
      if count % 20_000 == 0 { try receiver.progress(bytes.fraction) }
      switch tag.name {
      case "Record": try readRecord(tag, receiver)
      case "/Record": try endRecord(receiver)
      case "MetadataEntry": readMetadata(tag)
      case "InstantaneousBeatsPerMinute": readBeat(tag)
      case "Workout": try beginWorkout(tag, receiver)
      case "/Workout": try endWorkout(receiver)
      case "WorkoutActivity": workout?.isInPart = !tag.isEmpty
      case "/WorkoutActivity": workout?.isInPart = false
      case "WorkoutStatistics": workout?.addStatistics(Self.attributes(of: tag))
      case "WorkoutEvent": readEvent(tag)
      case "ExportDate":
        if let time = dates.moment(Self.attributes(of: tag)["value"]) {
          zones.begin(exportedAt: time)
          if zones.isUnknown { zones.assume(try namedZones()) }
        }
      case "/HealthData": isWhole = true
      default: break
      }
    }
    try endRecord(receiver)
    try endWorkout(receiver)
    if !isWhole {
      try receiver.note(
        Phrase(
          "The file is cut off: it ends in line \("\(scanner.line)") without </HealthData>, so that entries may be missing. Export it again, and import the new file, too."
        ), isDamage: true)
    }
    if let sentence = zones.sentence { try receiver.note(sentence, isDamage: false) }
    for (name, count) in leftOut { try receiver.leaveOut(name, count: count) }
    try sleep.finish(receiver)
  }
}

// MARK: Records

extension AppleHealthReader {
  private func readRecord(_ tag: TagScanner.Tag, _ receiver: any ImportReceiver) throws {
    try endRecord(receiver)
    var (type, source, unit, start, end, value):
      (ByteSlice?, ByteSlice?, ByteSlice?, ByteSlice?, ByteSlice?, ByteSlice?)
    tag.forEachAttribute { name, text in
      switch (name.count, name[0]) {
      case (4, UInt8(ascii: "t")): type = text
      case (4, UInt8(ascii: "u")): unit = text
      case (5, UInt8(ascii: "v")): value = text
      case (7, UInt8(ascii: "e")): end = text
      case (9, UInt8(ascii: "s")): start = text
      case (10, UInt8(ascii: "s")): source = text
      default: break
      }
    }
    guard let type else { return try receiver.refuse(.damaged, in: part, place: tag.line) }
    let known = self.type.value(type) { self.knownType($0.decodedText) }
    if case .leftOut = known.type {
      leftOut[known.leftOut].count += 1
      return
    }
    guard let start = start.flatMap({ dates.moment($0) }), let end = end.flatMap({ dates.moment($0) }) else {
      return try receiver.refuse(.clock, in: part, place: tag.line)
    }
    guard let source, let number = try self.source(source, receiver) else {
      return try receiver.refuse(.name, in: part, place: tag.line)
    }
    let content: OpenRecord.Content
    if case .sleep = known.type {
      content = .sleep(value?.decodedText ?? "")
    } else {
      let symbol = unit.map { self.unit.value($0) { $0.decodedText } } ?? ""
      guard let amount = value.flatMap(AppleHealthNumber.value),
        let (metric, converted) = known.type.converted(amount, unit: symbol)
      else { return try receiver.refuse(.value, in: part, place: tag.line) }
      content = .sample(metric, converted)
    }
    record = OpenRecord(content: content, start: start, end: end, source: number, line: tag.line)
    if tag.isEmpty { try endRecord(receiver) }
  }

  private func endRecord(_ receiver: any ImportReceiver) throws {
    guard let ended = record else { return }
    record = nil
    let start = zones.local(ended.start, own: ended.zone)
    let rmssd = beats.finish()
    switch ended.content {
    case .sleep(let value):
      try addSleep(value, of: ended, from: start, to: receiver)
    case .sample(let metric, let value):
      let length = ended.end.milliseconds - start.milliseconds
      try receiver.take(
        .sample(metric, value, start: start, length: length, .log), of: ended.source, place: ended.line)
      if let rmssd {
        try receiver.take(
          .sample(.heartRateVariabilityRMSSD, rmssd, start: start, length: length, .algorithm), of: ended.source,
          place: ended.line)
      }
    }
  }

  /// Reads the zone of the record or workout that a `MetadataEntry` is in.
  private func readMetadata(_ tag: TagScanner.Tag) {
    guard record != nil || workout != nil, let name = Self.zone(in: tag), let number = zones.number(name) else {
      return
    }
    if record != nil { record?.zone = number } else { workout?.zone = number }
  }

  /// The name of a zone in a `MetadataEntry`.
  private static func zone(in tag: TagScanner.Tag) -> ByteSlice? {
    var isZone: Bool = false
    var name: ByteSlice? = nil
    tag.forEachAttribute { attribute, text in
      if attribute.count == 3 { isZone = "HKTimeZone" ~= text } else { name = text }
    }
    return name.flatMap { isZone && $0.count <= 64 ? $0 : nil }
  }

  /// The zones that entries of the first part of the file name, with the numbers of those entries.
  private func namedZones() throws -> [String: Int] {
    guard let bytes = try again() else { return [:] }
    let scanner = TagScanner(bytes)
    var counts = [String: Int]()
    var tags = 0
    while tags < Self.mostSearched, counts.count < 1000, let tag = try scanner.next(refuse: { _ in }) {
      tags += 1
      guard "MetadataEntry" ~= tag.name, let name = Self.zone(in: tag) else { continue }
      counts[name.decodedText, default: 0] += 1
    }
    return counts
  }

  private func readBeat(_ tag: TagScanner.Tag) {
    guard record != nil else { return }
    var (rate, time): (ByteSlice?, ByteSlice?)
    tag.forEachAttribute { name, text in if name.count == 3 { rate = text } else { time = text } }
    beats.add(rate, time)
  }

  private func knownType(_ name: String) -> (type: AppleHealthType, leftOut: Int) {
    let type = AppleHealthType(name)
    guard case .leftOut = type else { return (type, 0) }
    // A hostile file may have a new type in each record, or names of megabytes.
    let name = DataBounds.cleaned(name)
    let index = leftOutPlaces[name] ?? leftOut.count
    if index == leftOut.count, index < 1000 {
      leftOutPlaces[name] = index
      leftOut.append((name, 0))
    }
    return (type, min(index, leftOut.count - 1))
  }

  private func source(_ name: ByteSlice, _ receiver: any ImportReceiver) throws -> Int? {
    if let known = source.known(name) { return known }
    let text = DataBounds.cleaned(name.decodedText)
    let number = try sources[text] ?? receiver.add(ImportSource(named: text, part: part))
    if sources.count < 1000 { sources[text] = number }
    source.set(number, for: name)
    return number
  }

  private static let stages: [String: SleepStage?] = [
    "AsleepCore": .light, "AsleepDeep": .deep, "AsleepREM": .rem, "Awake": .awake, "InBed": nil,
    // Before iOS 16 there was one value for all stages.
    "Asleep": nil, "AsleepUnspecified": nil,
  ]

  private func addSleep(
    _ value: String, of ended: OpenRecord, from start: Moment, to receiver: any ImportReceiver
  ) throws {
    let prefix = "HKCategoryValueSleepAnalysis"
    let name = value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : ""
    guard let stage = Self.stages[name] else { return try receiver.refuse(.value, in: part, place: ended.line) }
    let length = ended.end.milliseconds - start.milliseconds
    guard length >= 0, length <= Duration.minutes(DataBounds.longestSleep).milliseconds else {
      return try receiver.refuse(.tooLong, in: part, place: ended.line)
    }
    try sleep.add(
      stage, start: start, end: ended.end, isInBed: name == "InBed", of: ended.source, place: ended.line)
  }
}

// MARK: Workouts

extension AppleHealthReader {
  private func beginWorkout(_ tag: TagScanner.Tag, _ receiver: any ImportReceiver) throws {
    try endRecord(receiver)
    try endWorkout(receiver)
    let values = Self.attributes(of: tag)
    guard let start = dates.moment(values["startDate"]), let end = dates.moment(values["endDate"]) else {
      return try receiver.refuse(.clock, in: part, place: tag.line)
    }
    guard let name = values["sourceName"], let source = try ByteSlice.with(name, { try self.source($0, receiver) })
    else {
      return try receiver.refuse(.name, in: part, place: tag.line)
    }
    workout = AppleHealthWorkout(values, start: start, end: end, source: source, line: tag.line)
    if tag.isEmpty { try endWorkout(receiver) }
  }

  private func readEvent(_ tag: TagScanner.Tag) {
    guard workout != nil else { return }
    let values = Self.attributes(of: tag)
    if let time = dates.moment(values["date"]) { workout?.addEvent(values["type"], at: time) }
  }

  private func endWorkout(_ receiver: any ImportReceiver) throws {
    guard let ended = workout else { return }
    workout = nil
    try receiver.take(.workout(ended.finish(&zones)), of: ended.source, place: ended.line)
  }

  private static func attributes(of tag: TagScanner.Tag) -> [String: String] {
    var values: [String: String] = [:]
    tag.forEachAttribute { name, value in
      guard name.count <= 64, value.count <= 1000, values.count < 64 else { return }
      values[name.text] = value.decodedText
    }
    return values
  }
}

extension AppleHealthDate {
  fileprivate mutating func moment(_ text: String?) -> Moment? {
    guard let text else { return nil }
    return ByteSlice.with(text) { moment($0) }
  }
}
