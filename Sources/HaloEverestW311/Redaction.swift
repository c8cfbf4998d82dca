extension EverestW311 {
  /// Replaces health data and the wearer's data in frames with invented values, and keeps the structure: lengths, days and
  /// times, absent values, settings. A redacted log decodes to the same messages as the original.
  struct Redaction {
    /// Returns an invented number in a range.
    let number: (ClosedRange<Int>) -> Int

    /// Redacts the frames of one link in order.
    func redact(_ values: [ConversationValue]) -> [[UInt8]] {
      var results = values.map { $0.direction == .sent ? sent($0.bytes) : $0.bytes }
      for channel in Channel.allCases {
        let indices = values.indices.filter {
          values[$0].direction == .received && GATT.channel(values[$0].characteristic) == channel
        }
        var decoder = ReceivedDecoder()
        func take(_ message: Message, _ trail: FrameTrail) {
          for (index, bytes) in zip(trail.all, received(message, trail.all.map { values[$0].bytes })) {
            results[index] = bytes
          }
        }
        for index in indices { decoder.receive(values[index].bytes, on: channel, number: index, emit: take) }
        decoder.finish(emit: take)
      }
      return results
    }

    private func sent(_ bytes: [UInt8]) -> [UInt8] {
      switch Request(bytes) {
      case .setUserData?: userData(bytes)
      case nil: noise(bytes)
      default: bytes
      }
    }

    private func received(_ message: Message, _ frames: [[UInt8]]) -> [[UInt8]] {
      switch message {
      case .realTimeSteps(let totals): [invented(totals).bytes]
      case .dayDetails: [details(frames[0])]
      case .userData: [userData(frames[0])]
      case .dayHistory(let day): history(day, frames)
      case .heartRateHistory(let history):
        split(frames) { bytes in
          for index in (history.intervalMinutes == 5 ? 10 : 9)..<bytes.count where bytes[index] > 0 {
            bytes[index] = UInt8(number(50...110))
          }
        }
      case .incomplete, .undecoded: frames.map(noise)
      case .alarms, .display, .watchInformation, .historyRange, .findPhone, .noData, .acknowledged: frames
      }
    }

    /// The totals of the same day, with invented numbers.
    private func invented(_ totals: StepTotals) -> StepTotals {
      func invent(_ value: Int, _ most: Int) -> Int { value == 0 ? 0 : number(1...most) }
      return StepTotals(
        date: totals.date, steps: invent(totals.steps, 12_000), kilocalories: invent(totals.kilocalories, 600),
        meters: invent(totals.meters, 9000), activeMinutes: invent(totals.activeMinutes, 120))
    }

    private func history(_ day: DayHistory, _ frames: [[UInt8]]) -> [[UInt8]] {
      func sleep() -> UInt8 { UInt8(number(0...3)) }
      let head = [invented(day.totals).bytes]
      let body = [[UInt8]](frames.dropFirst().dropLast())
      let end = frames.suffix(1)
      switch day.layout {
      case .minutes:
        var new = body
        for (index, packet) in body.enumerated() {
          // A number in each packet, and the minutes asleep in the first.
          for offset in packet.indices.dropFirst() {
            switch packet[offset] {
            case _ where index == 0 && offset <= 2: new[index][offset] = UInt8(number(0...1))
            case 0, 254...: continue
            case 250...: new[index][offset] = 250 + sleep()
            default: new[index][offset] = UInt8(number(1...120))
            }
          }
        }
        return head + new + end
      case .fiveMinutes:
        let cells = day.cells.map { cell -> DayHistory.Cell? in
          switch cell {
          case .steps(let steps): .steps(steps == 0 ? 0 : number(1...500))
          case .sleep: DayHistory.Sleep(rawValue: sleep()).map { .sleep($0) }
          case nil: nil
          }
        }
        let new = DayHistory(
          totals: day.totals, layout: day.layout, sleepMinutes: number(0...600), cells: cells
        ).packets.dropFirst().dropLast()
        // The encoding of a past day; that of today has other lengths.
        guard new.map(\.count) == body.map(\.count) else { return head + body.map(noise) + end }
        return head + new + end
      }
    }

    /// Minutes of a day, with the same charge.
    private func details(_ bytes: [UInt8]) -> [UInt8] {
      var invented: [UInt8] = []
      for _ in 0..<9 { invented.append(bigEndian: number(0...300)) }
      return invented + bytes.dropFirst(18)
    }

    private func userData(_ bytes: [UInt8]) -> [UInt8] {
      let birthday = CalendarDate(daysSince1970: 7305)
      let invented = UserData(
        WearerData(birthday: birthday, weight: 70, targetSteps: 8000, stride: 70, targetSleepMinutes: 480)
      ).frame.bytes
      let rest = [UInt8](repeating: 0, count: max(0, bytes.count - invented.count))
      return [UInt8](bytes.prefix(4)) + invented.dropFirst(4) + rest
    }

    /// Keeps a frame's head, and replaces all else.
    private func noise(_ bytes: [UInt8]) -> [UInt8] {
      let kept = Frame(bytes) == nil ? 0 : 4
      return [UInt8](bytes.prefix(kept)) + bytes.dropFirst(kept).map { $0 == 0 ? 0 : UInt8(number(1...255)) }
    }

    /// Changes the joined bytes of packets, except the last one, and divides them again.
    private func split(_ frames: [[UInt8]], _ change: (inout [UInt8]) -> Void) -> [[UInt8]] {
      var bytes = [UInt8](frames.dropLast().joined())
      change(&bytes)
      var rest = bytes[...]
      return frames.dropLast().map { frame in
        defer { rest = rest.dropFirst(frame.count) }
        return [UInt8](rest.prefix(frame.count))
      } + frames.suffix(1)
    }
  }
}
