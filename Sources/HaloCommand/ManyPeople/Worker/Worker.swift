import HaloInterchange
import HaloFoundation
import HaloSignals

/// Computes the rows of `halo worker`.
final class Worker {
  /// The tables that are returned unless others are requested.
  private static let decodedTables = ["coverage", "derived", "night", "sample", "total"]

  private let folder: String?
  /// The journal, created with the first row that needs it.
  private var journal: WorkerJournal?

  /// A worker whose temporary file is in a new folder inside `folder`.
  init(folder: String?) { self.folder = folder }

  /// Returns the result of a line with its line break; `nil` for an empty line. `line` is `nil` if it is too long.
  func answer(_ line: UnsafeRawBufferPointer?, number: Int) -> [UInt8]? {
    guard let line else { return encode(["line": number, "error": "the line is too long"]) }
    guard !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    let data = Data(line)
    do {
      let request = try JSONDecoder().decode(WorkerRequest.self, from: data)
      do { return try answer(request) } catch {
        // The next row gets a new journal, whatever happened to this one.
        if error is JournalError { journal = nil }
        return encode(["id": request.id, "line": number, "error": Self.reason(error)])
      }
    } catch {
      let id = (try? JSONDecoder().decode(WorkerRowHeader.self, from: data))?.id
      return encode(["id": id, "line": number, "error": Self.reason(error)])
    }
  }

  private func answer(_ request: WorkerRequest) throws -> [UInt8] {
    let result: any Encodable
    switch request.task {
    case .rebuild: result = try open(request).rebuild(request.tables ?? Self.decodedTables)
    case .dailyMetrics: result = try open(request).updateDailyMetrics(request.tables ?? ["derived"])
    case .completeness: result = try open(request).completeness()
    case .heartRate: result = try signals(request).map { try heartRate($0, request) }
    case .hrv: result = try signals(request).map { try variability($0, request) }
    case .steps: result = try signals(request).map { try steps($0, request) }
    case .sleepStages: result = try sleepStages(request)
    case .decode: return try decode(request)
    }
    return encode(["id": request.id, "result": result])
  }

  /// The journal with the rows of a request.
  private func open(_ request: WorkerRequest) throws -> WorkerJournal {
    guard let rows = request.journal else { throw Self.missing("journal") }
    let journal = try journal ?? WorkerJournal(in: folder)
    self.journal = journal
    try journal.replace(with: rows)
    return journal
  }

  private func encode(_ value: JSONFields) -> [UInt8] {
    do { return [UInt8](try StandardOutput.line(json: value).utf8) } catch {
      // Values that JSON does not have, such as infinity, are not in any result.
      return [UInt8]("{\"error\":\"\(error)\"}\n".utf8)
    }
  }

  static func missing(_ field: String) -> WorkerError { WorkerError("the field '\(field)' is missing") }

  /// The reason in plain words. `DecodingError` names the field.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "the field '\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "the field '\(path(context))' has another type"
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: "the line is not JSON"
    case DecodingError.dataCorrupted(let context) where context.codingPath.last?.stringValue == "task":
      "the task is unknown. The tasks are \(WorkerRequest.Task.allCases.map(\.rawValue).joined(separator: ", "))."
    case DecodingError.dataCorrupted(let context): "the field '\(path(context))' has an invalid value"
    // The file is this program's own: the rows are what is wrong.
    case JournalError.damaged(_, let reason), JournalError.other(_, let reason): reason.text
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

// MARK: Signals

extension Worker {
  /// A signal of a request.
  private struct Input {
    /// The device's number, if the signal is a stream in a journal.
    let device: Int?
    /// The start in milliseconds since 1970, likewise.
    let start: Int?
    let open: ([String]) throws -> any SignalSource
  }

  /// The signals of a request: its own, or each raw stream of its journal.
  private func signals(_ request: WorkerRequest) throws -> [Input] {
    if let signal = request.signal {
      return [Input(device: nil, start: nil) { try ColumnSource(signal, columns: $0) }]
    }
    let opened = try open(request)
    return try opened.streams().map { device, time in
      Input(device: device.id, start: time.lowerBound.milliseconds) {
        try JournalSource(opened.journal, device, columns: $0, from: time.lowerBound, to: time.upperBound)
      }
    }
  }

  /// The windows of heart rate, by columns, or the reason for having no window. Starts and ends are in seconds since the
  /// first sample.
  private func heartRate(_ input: Input, _ request: WorkerRequest) throws -> JSONFields {
    let lights = request.ppg ?? ["ppg"]
    let axes = request.acceleration ?? []
    guard axes.isEmpty || axes.count == 3 else { throw Self.missing("acceleration") }
    let source = try input.open(lights + axes)
    var windows: [HeartRateWindow] = []
    let refused = try source.precheck()
    var reason = refused?.refusal
    if refused == nil {
      var analyzer = HeartRateAnalyzer(rate: source.rate, lights: lights.count)
      let summary = try source.read { analyzer.take($0) { windows.append($0) } }
      analyzer.finish { windows.append($0) }
      reason = summary.refusal ?? (windows.isEmpty ? analyzer.refusal(summary) : nil)
    }
    return [
      "device": input.device, "start": input.start, "reason": reason,
      "windows": [
        "start": windows.map { $0.start.rounded(parts: 1000) },
        "end": windows.map { $0.end.rounded(parts: 1000) },
        "bpm": windows.map { window -> Double? in window.bpm.map { $0.rounded(parts: 10) } },
        "confidence": windows.map { window -> Double? in
          window.bpm.map { _ in window.confidence.rounded(parts: 100) }
        },
      ] as JSONFields,
    ]
  }

  private func variability(_ input: Input, _ request: WorkerRequest) throws -> JSONFields {
    let columns = request.ecg.map { [$0] } ?? request.ppg ?? ["ppg"]
    guard !columns.isEmpty else { throw Self.missing("ppg") }
    let best = try VariabilityResult.best(of: columns) { column in
      try VariabilityResult(of: input.open([column]), column: column, isElectric: request.ecg != nil)
    }
    return answer(best.fields(namesColumn: columns.count > 1), to: input)
  }

  private func steps(_ input: Input, _ request: WorkerRequest) throws -> JSONFields {
    guard let unit = AccelerationUnit(rawValue: request.unit ?? "g") else {
      throw WorkerError("the unit of acceleration is mg, g or m/s2")
    }
    let report = try StepCountReport(of: input.open(request.acceleration ?? ["x", "y", "z"]), unit: unit)
    return answer(report.fields, to: input)
  }

  /// The answer for a raw stream of a journal, or for a signal of its own.
  private func answer(_ answer: some Encodable, to input: Input) -> JSONFields {
    ["device": input.device, "start": input.start, "answer": answer]
  }

  /// The stages of a night, by columns; `null` for an epoch without movement.
  private func sleepStages(_ request: WorkerRequest) throws -> JSONFields {
    guard let epochs = request.epochs else { throw Self.missing("epochs") }
    let movement = epochs.movement.map { $0 ?? .nan }
    let deviation = epochs.heartRateDeviation?.map { $0 ?? .nan } ?? Array(repeating: .nan, count: movement.count)
    let seconds = epochs.seconds ?? 30
    guard deviation.count == movement.count else {
      throw WorkerError("movement and heartRateDeviation have different lengths")
    }
    guard (1...300).contains(seconds) else { throw WorkerError("an epoch has 1 to 300 seconds") }
    do throws(SleepProblem) {
      let stages = try SleepStager.stages(movement: movement, heartRateDeviation: deviation, epoch: seconds)
      return [
        "stage": stages.map { $0?.stage.rawValue },
        "confidence": stages.map { $0.map { $0.confidence.rounded(parts: 1000) } },
      ]
    } catch {
      return ["stage": [String](), "confidence": [Double](), "reason": "\(error.description)" as Phrase]
    }
  }
}

// MARK: Frames

extension Worker {
  private func decode(_ request: WorkerRequest) throws -> [UInt8] {
    guard let frames = request.frames else { throw Self.missing("frames") }
    guard let direction = RecordedFrame.Direction(rawValue: request.direction ?? "received") else {
      throw WorkerError("the direction is received or sent")
    }
    let characteristic = try request.characteristic.map { text in
      guard let uuid = BluetoothUUID(text) else { throw WorkerError("the characteristic is not a UUID") }
      return uuid
    }
    let decoder = request.family.flatMap { HaloProgram.registry.driver($0)?.frameDecoder }
    guard characteristic != nil || decoder != nil else {
      throw WorkerError("no family is named '\(request.family ?? "")', and there is no characteristic")
    }
    var lines = JSONLineWriter()
    var messages = LineDecoder(direction, characteristic: characteristic, device: decoder)
    var bytes: [UInt8] = []
    for (number, frame) in frames.enumerated() {
      var frame = frame
      switch frame.withUTF8({ HexFrame.parse(UnsafeRawBufferPointer($0), into: &bytes) }) {
      case .nothing: break
      case .frame(let channel): messages.receive(bytes, on: channel, into: &lines)
      case .problem(let column, let reason):
        throw WorkerError("frame \(number + 1), column \(column): \(reason.text)")
      }
    }
    messages.finish(into: &lines)
    // The writer's lines are JSON already.
    let list = lines.bytes.split(separator: UInt8(ascii: "\n")).joined(separator: [UInt8(ascii: ",")])
    var answer = encode(["id": request.id])
    answer.removeLast(2)
    let comma = answer.count > 1 ? "," : ""
    return answer + Array("\(comma)\"result\":[".utf8) + Array(list) + Array("]}\n".utf8)
  }
}
