/// A row of `halo worker`'s input: a task and its data.
struct WorkerRequest: Decodable {
  /// The computation.
  enum Task: String, Decodable, CaseIterable {
    /// Decode all sessions again and compute the daily metrics.
    case rebuild
    /// Compute the daily metrics of decoded data.
    case dailyMetrics = "daily-metrics"
    /// Find which days have data.
    case completeness
    /// Estimate the heart rate in windows of PPG.
    case heartRate = "heart-rate"
    /// Compute HRV from PPG or ECG.
    case hrv
    /// Count steps.
    case steps
    /// Estimate sleep stages of epochs.
    case sleepStages = "sleep-stages"
    /// Decode frames into messages.
    case decode
  }

  /// A signal: columns of numbers (`null` for a missing one), with their rate or their times.
  struct Signal: Decodable {
    /// Rows per second; `nil` if there are times.
    let rate: Double?
    /// The time of each row in seconds.
    let times: [Double]?
    /// The values of each column by its name.
    let columns: [String: [Double?]]
  }

  /// A night for the task `sleep-stages`.
  struct Epochs: Decodable {
    /// A number for each epoch that increases with movement; `nil` if it is missing.
    let movement: [Double?]
    /// The local standard deviation of the heart rate in bpm.
    let heartRateDeviation: [Double?]?
    /// The length of an epoch in seconds.
    let seconds: Double?
  }

  /// Identifies the row in the output.
  let id: WorkerRowID?
  let task: Task
  /// The rows of a journal: all tables for the tasks on days; devices, sessions and raw readings for those on signals.
  let journal: JournalRows?
  /// The tables that `rebuild` and `daily-metrics` return.
  let tables: [String]?
  /// A signal in place of a journal.
  let signal: Signal?
  /// The columns of light; default `ppg`.
  let ppg: [String]?
  /// The column of an ECG in place of light.
  let ecg: String?
  /// The three columns of acceleration.
  let acceleration: [String]?
  /// The unit of acceleration; default g.
  let unit: String?
  let epochs: Epochs?
  /// The family of the frames.
  let family: String?
  /// The standard characteristic of the frames, if they are not a family's own.
  let characteristic: String?
  /// The direction of the frames; default `received`.
  let direction: String?
  /// Frames in hexadecimal.
  let frames: [String]?
}

/// The identification of a row: a number or a text, returned unchanged.
enum WorkerRowID: Codable, Equatable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    if let number = try? Int(from: decoder) {
      self = .number(number)
    } else {
      self = .text(try String(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    }
  }
}

/// The identification of a row whose other fields cannot be read.
struct WorkerRowHeader: Decodable {
  let id: WorkerRowID?
}
