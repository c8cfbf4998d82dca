/// The origin of a number, down to its source bytes.
public struct ExplanationReport: Codable, Sendable, Hashable {
  /// The origin of the number.
  public struct Source: Codable, Sendable, Hashable {
    /// `log`, `live`, `manual`, `push`, `algorithm`, `device-total` or `sum-of-log`.
    public let name: String
    /// The device; `nil` if unknown.
    public let device: String?
    /// The origin in words.
    public let words: Phrase
  }

  /// The algorithm that computed the number.
  public struct Algorithm: Codable, Sendable, Hashable {
    /// The algorithm's name: `resting-heart-rate`.
    public let id: String
    /// The algorithm's version.
    public let version: Int
    /// Description of the algorithm.
    public let definition: Phrase
    /// Reference for the algorithm.
    public let source: Phrase
  }

  /// The confidence of a computed number.
  public struct Confidence: Codable, Sendable, Hashable {
    /// The confidence, 0…1; `nil` if the algorithm provides none.
    public let value: Double?
    /// The meaning of the confidence, or why it is missing.
    public let words: Phrase
  }

  /// A labeled line about the number, in display order.
  public struct Line: Codable, Sendable, Hashable, Identifiable {
    /// The id, the same in every language: `when`, `device`.
    public let id: String
    /// The label.
    public let name: Phrase
    public let text: Phrase
  }

  /// An input of a computed number.
  public struct Input: Codable, Sendable, Hashable {
    /// A link to the explanation of another number.
    public struct Link: Codable, Sendable, Hashable {
      /// The link's text.
      public let name: Phrase
      /// The id of the explanation: `heart-rate@2026-11-20T08:15:00+01:00`.
      public let explain: String
    }

    /// Description of the input.
    public let name: Phrase
    /// Links to the input, or to the first and last of several inputs.
    public let links: [Link]
  }

  /// A frame as received or sent.
  public struct Frame: Codable, Sendable, Hashable, Identifiable {
    /// A range of bytes that contain the number.
    public struct Mark: Codable, Sendable, Hashable {
      /// Index of the first byte, from 0.
      public let from: Int
      /// Index of the last byte.
      public let to: Int
      /// The message field of these bytes, if the decoder names it.
      public let field: String?
    }

    /// The frame's number in the journal.
    public let number: Int
    /// Time of the transfer, by this machine's clock.
    public let time: Moment
    /// The GATT characteristic.
    public let characteristic: String
    /// `received` or `sent`.
    public let direction: String
    /// The bytes in hexadecimal.
    public let hex: String
    /// The decoded message, or the part of a message; `nil` if unknown.
    public let meaning: Phrase?
    /// True if the frame contains the number. Other frames belong to the same message, or to the inputs.
    public let shown: Bool
    /// The bytes that contain the number; empty if unknown.
    public let marks: [Mark]

    /// The frame's number.
    public var id: Int { number }
    /// The bytes as pairs of hexadecimal digits.
    public var pairs: [String] {
      stride(from: 0, to: hex.count, by: 2).map { String(hex.dropFirst($0).prefix(2)) }
    }
    /// Returns whether a byte is marked.
    public func isMarked(_ byte: Int) -> Bool { marks.contains { $0.from <= byte && byte <= $0.to } }
  }

  /// The subject's id.
  public let id: String
  /// The display name.
  public let name: Phrase
  public let value: Double
  public let unit: Unit
  /// The value with its unit, in the units of the wearer's profile.
  public let text: Phrase
  /// A summary in one or two sentences.
  public internal(set) var sentence: Phrase
  /// The time of the value, or its start.
  public let when: Moment
  /// The lines in display order: time, method, device, message, accuracy.
  public internal(set) var lines: [Line] = []
  /// The origin.
  public internal(set) var source = Source(name: "log", device: nil, words: SampleSource.log.title)
  /// The algorithm; `nil` if a device reported the number.
  public internal(set) var algorithm: Algorithm?
  /// The confidence; `nil` if a device reported the number.
  public internal(set) var confidence: Confidence?
  /// The measured accuracy of such values, if known.
  public internal(set) var accuracy: [Phrase] = []
  /// The inputs of a computed number.
  public internal(set) var inputs: [Input] = []
  /// Number of inputs that are not listed.
  public internal(set) var inputsMore = 0
  /// The decoded messages.
  public internal(set) var messages: [DecodedMessage] = []
  /// The decoder; `nil` if the number was computed or imported.
  public internal(set) var decoder: String?
  /// The source frames; empty for imported data.
  public internal(set) var frames: [Frame] = []
  /// Number of frames that are not listed.
  public internal(set) var framesMore = 0

  /// Returns the line with this id, or `nil`.
  public func line(_ id: String) -> Line? { lines.first { $0.id == id } }
  /// The frames that contain the number.
  public var shownFrames: [Frame] { frames.filter(\.shown) }
  public var otherFrames: [Frame] { frames.filter { !$0.shown } }
}
