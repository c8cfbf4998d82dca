#if Dashboard
  import HaloHealth

  extension JSON {
    /// A table as an object of columns. All rows are objects with the same members in the same order; `null` stands for what a row does
    /// not know.
    static func columns(_ rows: [JSON]) -> JSON {
      guard case .object(let first)? = rows.first else { return .object([]) }
      var columns = [[JSON]](repeating: [], count: first.count)
      for place in columns.indices { columns[place].reserveCapacity(rows.count) }
      for case .object(let row) in rows {
        for (place, member) in row.enumerated() { columns[place].append(member.value) }
      }
      return .object(zip(first, columns).map { Member(name: $0.name, value: .array($1)) })
    }

    /// The members that say when values were measured: `start`, the first time; `times`, seconds after it; and `clockChanges`, if the
    /// wearer's clock was moved in between: from `time` on it is `offset` minutes ahead of UTC.
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
#endif
