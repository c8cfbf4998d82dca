#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// Where a number comes from: `heart-rate@2026-11-20T08:15:00+01:00` (the value nearest to it), `resting-heart-rate@2026-11-20`,
  /// `sleep@` with the time of falling asleep, `movement@` with a day, `workout@` with its number.
  struct Explainer {
    let wearer: Wearer
    let journal: Journal
    let registry: DriverRegistry

    /// Frames and inputs that are shown of one number at most.
    private static let most = 100

    func json(_ id: String) throws -> JSON {
      guard let at = id.firstIndex(of: "@") else { throw Self.unknown }
      let (name, rest) = (String(id[..<at]), String(id[id.index(after: at)...]))
      if let metric = DerivedMetric(name: name) {
        guard let date = CalendarDate(rest) else { throw Self.unknown }
        return try computed(metric, date, id)
      }
      switch name {
      case "movement":
        guard let date = CalendarDate(rest) else { throw Self.unknown }
        return try movement(date, id)
      case "sleep":
        guard let time = Moment(rest) else { throw Self.unknown }
        return try sleep(time, id)
      case "workout":
        guard let number = Int(rest) else { throw Self.unknown }
        return try workout(number, id)
      default:
        guard let metric = Metric(name: name), let time = Moment(rest) else { throw Self.unknown }
        return try measured(metric, time, id)
      }
    }

    private static let unknown = APIError.wrong(
      "Say what to explain as in heart-rate@2026-11-20T08:15:00+01:00 or resting-heart-rate@2026-11-20.")

    // MARK: What a device told

    private func measured(_ metric: Metric, _ time: Moment, _ id: String) throws -> JSON {
      let near = try journal.samples(of: metric, wearer: wearer.name, in: around(time, hours: 2))
      // Of values at the same time that of the device that counts on the day.
      let choice = try journal.deviceChoice(of: metric, wearer: wearer.name, on: time.wallClock.date)
      func distance(_ sample: StoredSample) -> (Int, Int) {
        let (start, end) = (sample.start.milliseconds, sample.start.milliseconds + max(sample.length - 1, 0))
        return (max(start - time.milliseconds, time.milliseconds - end, 0), sample.device == choice?.device ? 0 : 1)
      }
      // Rings tell the lowest and the highest of an hour, which the page draws as one series.
      if near.isEmpty, metric == .oxygenSaturation { return try measured(.oxygenSaturationMinimum, time, id) }
      guard let sample = near.min(by: { distance($0) < distance($1) }) else {
        throw APIError.missing("There is no \(metric.title.english.lowercased()) within two hours of \(time).")
      }
      let explanation = try journal.explain(sample)
      let device = try explanation?.device ?? journal.allDevices().first { $0.id == sample.device }
      let words = sample.source.title.english
      var sentence =
        "\(metric.title.english): \(PageWords.value(sample.value, metric.unit)), \(words), \(when(sample.start, sample.length))."
      if sample.isDoubtful {
        sentence += " The time is doubtful: the device's clock was wrong, or showed this time twice."
      }
      let devices = try journal.allDevices()
      if sample.device == choice?.device,
        let words = choice?.words({ id in devices.first { $0.id == id }?.name ?? "" })
      {
        sentence += " The device of the day was \(words)."
      }
      if let caution = metric.caution { sentence += " \(caution.english)" }
      let measured = MeasuredAccuracy.of(metric).map { "\($0.says) (\($0.data))." }
      let own = sample.source == .algorithm
      return try answer(
        id, metric.title.english, sample.value, metric.unit, sentence, when: sample.start,
        source: (
          sample.source.rawValue, device?.name,
          explanation.map { "\(words), told in its log of \($0.log)" } ?? "imported from a file"
        ),
        accuracy: own
          ? measured
          : ["How far the device's own values are off is not known to Halo."]
            + measured.map { "Halo's own arithmetic on recordings: \($0)" },
        decoder: explanation?.decoder, frames: explanation?.frames ?? [])
    }

    private func sleep(_ time: Moment, _ id: String) throws -> JSON {
      // Parts of the same sleep may begin much later.
      let parts = try journal.sleeps(of: wearer.name, in: around(time, hours: 24))
      let sleeps = SleepEpisode.all(in: parts).filter { abs($0.start.milliseconds - time.milliseconds) <= 3_600_000 }
      guard
        let sleep = sleeps.min(by: {
          abs($0.start.milliseconds - time.milliseconds) < abs($1.start.milliseconds - time.milliseconds)
        })
      else { throw APIError.missing("There is no sleep that began at \(time).") }
      let numbers = Set(try journal.frames(ofStatements: Set(sleep.statements)).values.joined())
      let frames = try numbers.isEmpty ? [] : journal.frames(numbers)
      let device = try journal.allDevices().first { $0.id == sleep.device.id }
      let name = sleep.kind == .night ? "Sleep" : "Nap"
      return try answer(
        id, name, Double(sleep.minutesAsleep), .minutes,
        "\(name): \(PageWords.duration(minutes: sleep.minutesAsleep)) asleep of \(PageWords.duration(minutes: sleep.minutes)), by the stages of \(sleep.device.name). Stages are the device's estimate.",
        when: sleep.start,
        source: (
          "log", sleep.device.name, sleep.statements.isEmpty ? "imported from a file" : "told in its log of sleep"
        ),
        accuracy: ["How far the device's own stages are off is not known to Halo."],
        decoder: device.flatMap { registry.driver($0.family)?.decoderName }, frames: frames)
    }

    private func movement(_ date: CalendarDate, _ id: String) throws -> JSON {
      let readings = try journal.day(date, wearer: wearer.name, metrics: [.steps, .distance, .activeEnergy])
      guard let movement = DaySummary(of: date, in: readings).movement else {
        throw APIError.missing("No movement of \(date) is known.")
      }
      let frames = try movement.provenance.frames.isEmpty ? [] : journal.frames(Set(movement.provenance.frames))
      let device = try frames.first.flatMap { try journal.device($0.frame.device) }
      let basis = movement.basis == .deviceTotal ? "the device's own total of the day" : "the sum of the device's log"
      let parts = [
        "\(movement.steps) steps", "\(movement.meters) m", "\(PageWords.number(movement.kilocalories)) kcal",
        movement.activeMinutes.map { "\($0) active minutes" },
      ].compactMap(\.self)
      return try answer(
        id, "Movement of the day", Double(movement.steps), .count,
        "\(parts.joined(separator: ", ")): \(basis). Distance and energy are its estimates.",
        when: Moment(WallClock(date: date, secondOfDay: 0), secondsFromGMT: wearer.now.secondsFromGMT),
        source: (movement.basis == .deviceTotal ? "device-total" : "sum-of-log", device?.name, basis),
        accuracy: ["How far the device's own counts are off is not known to Halo."],
        decoder: movement.provenance.decoder, frames: frames)
    }

    private func workout(_ number: Int, _ id: String) throws -> JSON {
      let stored = try ActivityPage.find(number, wearer, journal)
      let samples = try journal.samples(
        of: stored, metrics: [.heartRate, .beatInterval, .speed, .distance, .power, .cadence])
      let statements = Set(samples.compactMap(\.statement))
      let numbers = Set(try journal.frames(ofStatements: statements).values.joined())
      let shown = Set(numbers.sorted().suffix(Self.most))
      let frames = try shown.isEmpty ? [] : journal.frames(shown)
      let devices = try journal.allDevices()
      func name(_ device: Int?) -> String? { devices.first { $0.id == device }?.name }
      let machine = name(stored.machine)
      let rates = samples.count { $0.metric == .heartRate }
      let minutes = Double(stored.workout.length) / 60_000
      var sentences = ["Workout: \(PageWords.duration(minutes: Int(minutes.rounded())))."]
      if let machine {
        sentences.append("Distance, speed and energy are what \(machine) told; energy is its estimate.")
      }
      if rates > 0 {
        let heart = (name(stored.heart) ?? machine).map { " of \($0)" } ?? ""
        sentences.append(
          "Its average heart rate is the mean, and its highest the greatest, of the \(rates) readings\(heart).")
      }
      if samples.isEmpty { sentences.append("No device measured meanwhile, or what it told was imported from a file.") }
      let all = [machine, name(stored.heart)].compactMap(\.self)
      return try answer(
        id, "Workout", minutes, .minutes, sentences.joined(separator: " "), when: stored.workout.start,
        source: (
          stored.workout.source.rawValue, all.isEmpty ? nil : all.joined(separator: " and "),
          stored.workout.source.title.english
        ), accuracy: ["How far the devices' own values are off is not known to Halo."],
        decoder: stored.machine.flatMap { machine in
          devices.first { $0.id == machine }.flatMap { registry.driver($0.family)?.decoderName }
        }, frames: frames, more: numbers.count - shown.count)
    }

    // MARK: What Halo computed

    private func computed(_ metric: DerivedMetric, _ date: CalendarDate, _ id: String) throws -> JSON {
      let day = try journal.insights(of: wearer.name, from: date, to: date).first
      guard let day, let value = day.values[metric] else {
        let gap = try InsightKeeper(journal).gap(metric, of: wearer.name, on: date)
        throw APIError.missing(
          "There is no \(metric.title.english.lowercased()) of \(date): \(gap ?? "it was not computed yet ('halo rebuild' does)")."
        )
      }
      let algorithm = InsightAlgorithm.named(value.algorithm)
      let inputs = value.inputs.map { input -> (words: String, frames: [Int]) in
        let parts = input.split(separator: "; frames ")
        return (String(parts.first ?? ""), parts.count == 2 ? Journal.frames(in: String(parts[1])) : [])
      }
      let numbers = Set(inputs.flatMap(\.frames))
      let shown = Set(numbers.sorted().suffix(Self.most))
      let frames = try shown.isEmpty ? [] : journal.frames(shown)
      let device = try frames.first.flatMap { try journal.device($0.frame.device) }
      let text =
        metric == .nightAccount
        ? day.nightAccount.sentence.english
        : "\(metric.title.english): \(MeasureWords(.metric).value(value.value, of: metric).english)"
      let trend =
        day.trends[metric].map {
          ", \(TrendReport($0, of: metric, on: date, MeasureWords(.metric)).words.english)"
        } ?? ""
      return try answer(
        id, metric.title.english, value.value, metric.unit,
        "\(text)\(trend). Halo computed this from what devices told; it is an estimate.", when: value.start,
        source: ("algorithm", device?.name, "computed by Halo"), algorithm: value,
        definition: algorithm, accuracy: Self.accuracy(value.algorithm), inputs: inputs.map(\.words), decoder: nil,
        frames: frames, more: numbers.count - shown.count)
    }

    private static func accuracy(_ algorithm: String) -> [String] {
      let area: String? =
        switch algorithm {
        case "halo-stages": "sleep."
        case "night-hrv-rmssd": "hrv."
        default: nil
        }
      guard let area else { return [] }
      return MeasuredAccuracy.figures.filter { $0.name.hasPrefix(area) }.map { "\($0.says) (\($0.data))." }
    }

    // MARK: Putting it together

    private func answer(
      _ id: String, _ name: String, _ value: Double, _ unit: HaloHealth.Unit, _ sentence: String, when: Moment,
      source: (name: String, device: String?, words: String), algorithm: DerivedValue? = nil,
      definition: InsightAlgorithm? = nil, accuracy: [String], inputs: [String] = [], decoder: String?,
      frames: [(id: Int, frame: RecordedFrame)], more: Int = 0
    ) throws -> JSON {
      let shown = frames.suffix(Self.most)
      let families = try Dictionary(
        Set(frames.map(\.frame.device)).compactMap { id in try journal.device(id).map { (id, $0.family) } }
      ) { $1 }
      // What was computed from hundreds of messages is not made clearer by their words.
      let messages =
        algorithm == nil
        ? families.sorted { $0.key.text < $1.key.text }.flatMap { id, family in
          registry.messages(in: frames.map(\.frame).filter { $0.device == id }, family: family)
        } : []
      // One message of several frames names them all.
      let shownMessages = messages.prefix(Self.most)
      let common = shownMessages.count == 1 && frames.count > 1 ? Self.type(of: shownMessages[0]).map(Self.words) : nil
      let shownInputs = inputs.prefix(Self.most)
      let confidence: JSON =
        algorithm.map {
          ["value": JSON($0.confidence), "words": .string(definition?.confidence ?? "The algorithm does not say.")]
        } ?? .null
      let how: JSON =
        algorithm.map {
          [
            "id": .string($0.algorithm), "version": JSON($0.version),
            "definition": .string(definition?.definition ?? "This version of Halo does not know it any more."),
            "source": .string(definition?.source ?? ""),
          ]
        } ?? .null
      return .object([
        .init(name: "id", value: .string(id)), .init(name: "name", value: .string(name)),
        .init(name: "value", value: .number(value)), .init(name: "unit", value: .string(unit.rawValue)),
        .init(name: "sentence", value: .string(sentence)), .init(name: "when", value: JSON(words: when)),
        .init(
          name: "source",
          value: [
            "name": .string(source.name), "device": JSON(source.device), "words": .string(source.words),
          ]),
        .init(name: "algorithm", value: how), .init(name: "confidence", value: confidence),
        .init(name: "accuracy", value: .array(accuracy.map { .string($0.prefix(1).uppercased() + $0.dropFirst()) })),
        .init(
          name: "inputs",
          value: .array(
            shownInputs.map { ["name": .string($0)] })),
        .init(name: "inputsMore", value: JSON(inputs.count - shownInputs.count)),
        .init(name: "messages", value: .array(shownMessages.map(JSON.written))),
        .init(name: "decoder", value: JSON(decoder)),
        .init(
          name: "frames",
          value: .array(
            shown.enumerated().map { place, entry in
              let (number, frame) = entry
              let packet = place + 1 + frames.count - shown.count
              let meaning =
                common.map { "\($0), packet \(packet) of \(frames.count)" }
                ?? families[frame.device].flatMap { self.meaning(frame, $0) }
              return [
                "number": JSON(number), "time": JSON(words: frame.moment),
                "characteristic": JSON(words: frame.characteristic), "direction": .string(frame.direction.rawValue),
                "hex": .string(Hexadecimal.string(frame.bytes)),
                "meaning": JSON(meaning),
              ]
            })),
        .init(name: "framesMore", value: JSON(frames.count - shown.count + more)),
      ])
    }

    /// What a frame says by itself, in a few words; `nil` where it takes others to say something.
    private func meaning(_ frame: RecordedFrame, _ family: String) -> String? {
      guard let line = registry.messages(in: [frame], family: family).first,
        let type = Self.type(of: line)
      else { return nil }
      // A part of a longer message says nothing by itself, and nothing is wrong with it.
      return ["corrupt", "incomplete", "unknown"].contains(type) ? nil : Self.words(type)
    }

    /// The type of a message, of its line of JSON.
    private static func type(of line: String) -> String? {
      struct Message: Decodable { let type: String? }
      return try? JSONDecoder().decode(Message.self, from: Data(line.utf8)).type
    }

    /// "heart rate log" of `heartRateLog`.
    private static func words(_ type: String) -> String {
      type.reduce(into: "") { text, character in
        if character.isUppercase { text += " " }
        text.append(character.lowercased())
      }
    }

    private func when(_ start: Moment, _ length: Int) -> String {
      let clock = "\(start.wallClock.date) at \(start.wallClock.time)"
      return length > 0 ? "\(clock), for \(PageWords.duration(minutes: length / 60_000))" : clock
    }

    private func around(_ time: Moment, hours: Int) -> Range<Moment> {
      let span = hours * 3_600_000
      let (begin, end) = (time.milliseconds - span, time.milliseconds + span + 1)
      return Moment(milliseconds: begin, secondsFromGMT: 0)..<Moment(milliseconds: end, secondsFromGMT: 0)
    }
  }
#endif
