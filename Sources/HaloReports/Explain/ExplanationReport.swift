public import HaloHealth

/// Where a number comes from, down to the bytes. All front ends lay out this report.
public struct ExplanationReport: Codable, Sendable, Hashable {
  /// Where the number is from.
  public struct Source: Codable, Sendable, Hashable {
    /// `log`, `live`, `manual`, `push`, `algorithm`, `device-total` or `sum-of-log`.
    public let name: String
    /// The devices; `nil` if none is known.
    public let device: String?
    /// The same in words.
    public let words: Phrase
  }

  /// How Halo computed the number.
  public struct Algorithm: Codable, Sendable, Hashable {
    /// Its name: `resting-heart-rate`.
    public let id: String
    /// Its version.
    public let version: Int
    /// What it does.
    public let definition: Phrase
    /// Whose idea it is.
    public let source: Phrase
  }

  /// How sure a computed number is.
  public struct Confidence: Codable, Sendable, Hashable {
    /// 0…1; `nil` if the algorithm does not say.
    public let value: Double?
    /// What that is the share of, or why there is none.
    public let words: Phrase
  }

  /// A line about the number, with its label. The lines stand in the order in which they are read.
  public struct Line: Codable, Sendable, Hashable, Identifiable {
    /// Its identity, the same in every language: `when`, `device`.
    public let id: String
    /// Its label.
    public let name: Phrase
    /// What it says.
    public let text: Phrase
  }

  /// Something that a computed number was made from.
  public struct Input: Codable, Sendable, Hashable {
    /// A number that it names, which can be explained as well.
    public struct Link: Codable, Sendable, Hashable {
      /// Its name.
      public let name: Phrase
      /// What explains it: `heart-rate@2026-11-20T08:15:00+01:00`.
      public let explain: String
    }

    /// What it is.
    public let name: Phrase
    /// What can be followed: itself, or the first and the last of several.
    public let links: [Link]
  }

  /// A frame as it came.
  public struct Frame: Codable, Sendable, Hashable, Identifiable {
    /// Bytes that hold the number.
    public struct Mark: Codable, Sendable, Hashable {
      /// The first byte, counted from 0.
      public let from: Int
      /// The last byte.
      public let to: Int
      /// The field of the message that they are, as far as the decoder names it.
      public let field: String?
    }

    /// Its number in the journal.
    public let number: Int
    /// When it came or went, by this machine's clock.
    public let time: Moment
    /// The characteristic it went through.
    public let characteristic: String
    /// `received` or `sent`.
    public let direction: String
    /// Its bytes in hexadecimal.
    public let hex: String
    /// What it says, or which part of a message it is; `nil` if that is not known.
    public let meaning: Phrase?
    /// Whether it holds the number. The others belong to the same message, or to the inputs.
    public let shown: Bool
    /// The bytes that hold the number; empty if that is not known.
    public let marks: [Mark]

    public var id: Int { number }
    /// Its bytes as two digits each.
    public var pairs: [String] {
      stride(from: 0, to: hex.count, by: 2).map { String(hex.dropFirst($0).prefix(2)) }
    }
    /// Whether a byte is marked.
    public func isMarked(_ byte: Int) -> Bool { marks.contains { $0.from <= byte && byte <= $0.to } }
  }

  /// The subject's identity.
  public let id: String
  /// What it is.
  public let name: Phrase
  /// The value.
  public let value: Double
  /// Its unit.
  public let unit: Unit
  /// The value with its unit, in the units of the wearer's profile.
  public let text: Phrase
  /// All of it in a sentence or two.
  public let sentence: Phrase
  /// When it holds, or begins.
  public let when: Moment
  /// What there is to say, line by line: when, how, which device, which message, how far it can be trusted.
  public let lines: [Line]
  /// Where it is from.
  public let source: Source
  /// How it was computed; `nil` if a device reported it.
  public let algorithm: Algorithm?
  /// How sure it is; `nil` if a device reported it.
  public let confidence: Confidence?
  /// How far such a value is off, if it is known.
  public let accuracy: [Phrase]
  /// What it was computed from.
  public let inputs: [Input]
  /// How many inputs there are beside.
  public let inputsMore: Int
  /// What the frames say, decoded.
  public let messages: [DecodedMessage]
  /// The decoder that read them; `nil` if it was computed or imported.
  public let decoder: String?
  /// The frames that it came in. Empty for what was imported.
  public let frames: [Frame]
  /// How many frames there are beside.
  public let framesMore: Int

  /// The line of an identity; `nil` if there is none.
  public func line(_ id: String) -> Line? { lines.first { $0.id == id } }
  /// The frames that hold the number.
  public var shownFrames: [Frame] { frames.filter(\.shown) }
  /// The others.
  public var otherFrames: [Frame] { frames.filter { !$0.shown } }
}
