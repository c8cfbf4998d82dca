import HaloHealth

extension JSON {
  /// Converts a table to an object of columns. All rows must be objects with the same members in the same order;
  /// `null` is a missing value.
  static func columns(_ rows: [JSON]) -> JSON {
    guard case .object(let first)? = rows.first else { return .object([]) }
    var columns = [[JSON]](repeating: [], count: first.count)
    for place in columns.indices { columns[place].reserveCapacity(rows.count) }
    for case .object(let row) in rows {
      for (place, member) in row.enumerated() { columns[place].append(member.value) }
    }
    return .object(zip(first, columns).map { Member(name: $0.name, value: .array($1)) })
  }

  /// The members for measurement times: `start`, the first time; `times`, seconds after it; and `clockChanges`, if
  /// the wearer's UTC offset changed: from `time` on, the offset is `offset` minutes.
  static func times(_ times: [Moment]) -> [Member] {
    guard let start = times.first else { return [Member(name: "times", value: [])] }
    func seconds(_ time: Moment) -> JSON { .number(Double(time.milliseconds - start.milliseconds) / 1000) }
    let changes = zip(times, times.dropFirst()).filter { $0.secondsFromGMT != $1.secondsFromGMT }.map {
      _, time -> JSON in
      ["time": seconds(time), "offset": JSON(time.secondsFromGMT / 60)]
    }
    return [
      Member(name: "start", value: JSON(words: start)), Member(name: "times", value: .array(times.map(seconds))),
      Member(name: "clockChanges", value: changes.isEmpty ? .null : .array(changes)),
    ]
  }
}
