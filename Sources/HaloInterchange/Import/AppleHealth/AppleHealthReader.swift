public import HaloHealth
import HaloText

/// Reads the export of Apple Health, `export.xml`. Apple describes its format in the document type at its beginning.
///
/// The exports of a phone that was used for years have gigabytes: the tags are found in the bytes without a parser of XML,
/// and memory does not grow, except by sleep, which is assembled at the end.
public final class AppleHealthReader: ImportReader {
  /// The largest number of stretches of sleep: those of centuries.
  private static let mostStretches = 1_000_000

  /// The export of Apple Health.
  public let format = ImportFormat.appleHealth
  private let bytes: any ImportBytes
  private let part: ImportPart
  private var dates = AppleHealthDate()
  private var type = ByteCache<(name: String, type: AppleHealthType, leftOut: Int)>()
  private var leftOut: [(name: String, count: Int)] = []
  private var leftOutPlaces: [String: Int] = [:]
  private var unit = ByteCache<String>()
  private var source = ByteCache<Int?>()
  private var sources: [String: Int?] = [:]
  private var sleeps: [Int: SleepAssembler] = [:]
  private var stretchCount = 0
  private var workout: OpenWorkout?

  /// A workout whose end tag was not read yet.
  private struct OpenWorkout {
    let line: Int
    let source: Int
    let kind: Workout.Kind
    let start: Moment
    let length: Int
    var meters: Double?
    var kilocalories: Double?
  }

  /// A reader of the bytes; `file` is the file's name in an archive.
  public init(_ bytes: any ImportBytes, file: String? = nil) {
    self.bytes = bytes
    part = .lines(of: file)
  }

  /// Reads the file.
  public func read(into receiver: any ImportReceiver) throws {
    let scanner = TagScanner(bytes)
    var count = 0
    while let tag = try scanner.next(refuse: { try receiver.refuse(.damaged, in: part, place: $0) }) {
      count += 1
      if count % 20_000 == 0 { try receiver.progress(bytes.fraction) }
      switch tag.name.count {
      case 6 where tag.name.equals(Self.record): try readRecord(tag, receiver)
      case 7 where tag.name.equals(Self.workoutTag): try beginWorkout(tag, receiver)
      case 8 where tag.name.equals(Self.workoutEnd): try endWorkout(receiver)
      case 17 where tag.name.equals(Self.statistics): addStatistics(tag)
      default: break
      }
    }
    try endWorkout(receiver)
    for (name, count) in leftOut { try receiver.leaveOut(name, count: count) }
    for (source, assembler) in sleeps.sorted(by: { $0.key < $1.key }) {
      try receiver.take(assembler.finish(), of: source)
    }
  }

  private static let record = Array("Record".utf8)
  private static let workoutTag = Array("Workout".utf8)
  private static let workoutEnd = Array("/Workout".utf8)
  private static let statistics = Array("WorkoutStatistics".utf8)
}

// MARK: Records

extension AppleHealthReader {
  private func readRecord(_ tag: TagScanner.Tag, _ receiver: any ImportReceiver) throws {
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
    if case .sleep = known.type { return try addSleep(value, start, end, number, tag.line, receiver) }
    let symbol = unit.map { self.unit.value($0) { $0.decodedText } } ?? ""
    guard let amount = value.flatMap(AppleHealthNumber.value),
      let (metric, converted) = known.type.converted(amount, unit: symbol)
    else { return try receiver.refuse(.value, in: part, place: tag.line) }
    try receiver.take(
      .sample(metric, converted, start: start, length: end.milliseconds - start.milliseconds, .log), of: number,
      place: tag.line)
  }

  private func knownType(_ name: String) -> (name: String, type: AppleHealthType, leftOut: Int) {
    let type = AppleHealthType(name)
    guard case .leftOut = type else { return (name, type, 0) }
    let place = leftOutPlaces[name] ?? leftOut.count
    // A hostile file may have a new type in each record.
    if place == leftOut.count, place < 1000 {
      leftOutPlaces[name] = place
      leftOut.append((name, 0))
    }
    return (name, type, min(place, leftOut.count - 1))
  }

  private func source(_ name: ByteSlice, _ receiver: any ImportReceiver) throws -> Int? {
    if let known = source.known(name) { return known }
    let text = name.decodedText
    let number: Int?
    if let known = sources[text] {
      number = known
    } else {
      number = try receiver.add(ImportSource(named: DataBounds.cleaned(text), part: part))
      if sources.count < 10_000 { sources[text] = .some(number) }
    }
    source.set(number, for: name)
    return number
  }

  private func addSleep(
    _ value: ByteSlice?, _ start: Moment, _ end: Moment, _ source: Int, _ line: Int, _ receiver: any ImportReceiver
  ) throws {
    var (stage, isInBed) = (SleepStage?.none, false)
    switch value?.decodedText {
    case "HKCategoryValueSleepAnalysisAsleepCore": stage = .light
    case "HKCategoryValueSleepAnalysisAsleepDeep": stage = .deep
    case "HKCategoryValueSleepAnalysisAsleepREM": stage = .rem
    case "HKCategoryValueSleepAnalysisAwake": stage = .awake
    // Before iOS 16 there was one value for all stages.
    case "HKCategoryValueSleepAnalysisAsleep", "HKCategoryValueSleepAnalysisAsleepUnspecified": break
    case "HKCategoryValueSleepAnalysisInBed": isInBed = true
    default: return try receiver.refuse(.value, in: part, place: line)
    }
    let length = end.milliseconds - start.milliseconds
    guard length >= 0, length <= Duration.minutes(DataBounds.longestSleep).milliseconds else {
      return try receiver.refuse(.tooLong, in: part, place: line)
    }
    stretchCount += 1
    guard stretchCount <= Self.mostStretches else {
      throw ImportError(Phrase("The file has more sleep than a person can have. Nothing was imported."))
    }
    if isInBed {
      sleeps[source, default: SleepAssembler()].addInBed(start: start, end: end, place: line)
    } else {
      sleeps[source, default: SleepAssembler()].add(stage: stage, start: start, end: end, place: line)
    }
  }
}

// MARK: Workouts

extension AppleHealthReader {
  private func beginWorkout(_ tag: TagScanner.Tag, _ receiver: any ImportReceiver) throws {
    try endWorkout(receiver)
    let values = Self.attributes(of: tag)
    guard let start = dates.moment(values["startDate"]), let end = dates.moment(values["endDate"]) else {
      return try receiver.refuse(.clock, in: part, place: tag.line)
    }
    guard let name = values["sourceName"], let source = try ByteSlice.with(name, { try self.source($0, receiver) })
    else {
      return try receiver.refuse(.name, in: part, place: tag.line)
    }
    var new = OpenWorkout(
      line: tag.line, source: source, kind: AppleHealthType.workout(values["workoutActivityType"] ?? ""), start: start,
      length: end.milliseconds - start.milliseconds)
    new.meters = Self.amount(values["totalDistance"], values["totalDistanceUnit"], AppleHealthType.lengths)
    new.kilocalories = Self.amount(
      values["totalEnergyBurned"], values["totalEnergyBurnedUnit"], AppleHealthType.energies)
    workout = new
    if tag.isEmpty { try endWorkout(receiver) }
  }

  /// Since iOS 16 the totals of a workout are elements in it.
  private func addStatistics(_ tag: TagScanner.Tag) {
    guard workout != nil else { return }
    let values = Self.attributes(of: tag)
    let type = values["type"] ?? ""
    if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
      workout?.kilocalories = Self.amount(values["sum"], values["unit"], AppleHealthType.energies)
    } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
      workout?.meters = Self.amount(values["sum"], values["unit"], AppleHealthType.lengths)
    }
  }

  private func endWorkout(_ receiver: any ImportReceiver) throws {
    guard let ended = workout else { return }
    workout = nil
    try receiver.take(
      .workout(
        Workout(
          ended.kind, start: ended.start, length: ended.length, meters: ended.meters,
          kilocalories: ended.kilocalories, source: .log)), of: ended.source, place: ended.line)
  }

  private static func attributes(of tag: TagScanner.Tag) -> [String: String] {
    var values: [String: String] = [:]
    tag.forEachAttribute { name, value in
      guard name.count <= 64, value.count <= 1000, values.count < 64 else { return }
      values[name.text] = value.decodedText
    }
    return values
  }

  private static func amount(_ text: String?, _ unit: String?, _ units: [String: Double]) -> Double? {
    guard let text, let value = ByteSlice.with(text, AppleHealthNumber.value), let factor = units[unit ?? ""], value > 0
    else {
      return nil
    }
    return value * factor
  }
}

extension AppleHealthDate {
  fileprivate mutating func moment(_ text: String?) -> Moment? {
    guard let text else { return nil }
    return ByteSlice.with(text) { moment($0) }
  }
}
