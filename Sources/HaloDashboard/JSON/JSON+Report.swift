import Foundation

extension JSON {
  /// Encodes a report.
  init(report: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self = .written(String(decoding: try encoder.encode(report), as: UTF8.self))
  }
}
