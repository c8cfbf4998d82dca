/// The time zones of an export. Apple writes all times with the offset of the day of the export, also those of the other
/// half of the year. Some entries name their zone (`HKTimeZone`).
struct AppleHealthZones {
  /// The zone that was chosen, or that of this computer.
  private let given: ImportZone?
  /// The offsets of that zone; `nil` if it does not fit the file.
  private var offsets: ZoneOffsets?
  private var exported: Moment?
  /// True if an entry did not name its zone.
  private var isUsed = false
  /// The zones that entries name.
  private var named: [ZoneOffsets] = []
  private var last = ByteCache<Int?>()

  init(_ zone: ImportZone?) {
    given = zone
    offsets = zone.flatMap { $0.isChosen ? ZoneOffsets($0) : nil }
  }

  /// Sets the time of the export. The zone of this computer fits the file if it had that offset at that time.
  mutating func begin(exportedAt time: Moment) {
    guard exported == nil else { return }
    exported = time
    if let given, !given.isChosen, given.fits(time) { offsets = ZoneOffsets(given) }
  }

  /// True if no zone fits the file yet.
  var isUnknown: Bool { given != nil && offsets == nil }

  /// Uses the zone that most entries name, of those that had the offset of the export's date.
  mutating func assume(_ counts: [String: Int]) {
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let fitting = names.lazy.compactMap { ImportZone(named: $0) }.first { zone in
      exported.map { zone.fits($0) } ?? false
    }
    guard var zone = fitting else { return }
    zone.isNamed = true
    offsets = ZoneOffsets(zone)
  }

  /// The number of a zone by the name in an entry; `nil` if it is unknown.
  mutating func number(_ name: ByteSlice) -> Int? {
    if let known = last.known(name) { return known }
    let text = name.decodedText
    var number = named.firstIndex { $0.zone.name == text }
    if number == nil, named.count < 1000, let zone = ImportZone(named: text) {
      number = named.count
      named.append(ZoneOffsets(zone))
    }
    last.set(number, for: name)
    return number
  }

  /// A time of an entry in local time: in the entry's own zone, otherwise in that of the file. A time with another offset
  /// than that of the export is local already.
  mutating func local(_ time: Moment, own: Int?) -> Moment {
    if let own { return named[own].local(time) }
    isUsed = true
    guard given?.isChosen == true || time.secondsFromGMT == exported?.secondsFromGMT else { return time }
    return offsets?.local(time) ?? time
  }

  /// A sentence for the person who imports the file; `nil` if all entries named their zones.
  var sentence: Phrase? {
    guard isUsed, given != nil else { return nil }
    if let offsets { return offsets.zone.sentence }
    return Phrase(
      "Apple writes all times with the offset of the day of the export. The zone is unknown, so that local times of the other half of the year may be an hour off. 'halo import --zone NAME' corrects them."
    )
  }
}

extension ImportZone {
  /// True if a time has the zone's offset.
  fileprivate func fits(_ time: Moment) -> Bool {
    secondsFromGMT(time.milliseconds.floorDivided(by: 1000)) == time.secondsFromGMT
  }
}
