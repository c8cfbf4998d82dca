import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Encodable {
  /// An event of a stream with the value as its data.
  func event(_ name: String) -> String {
    // Encoding fails only for numbers that are not finite, which no answer has.
    "event: \(name)\ndata: \((try? VisibleText.json(self)) ?? "{}")\n\n"
  }
}

extension Response {
  /// An answer in JSON. Its texts are worded now.
  init(_ answer: some Encodable, status: HTTPResponse.Status = .ok) throws {
    self.init(ByteBuffer(bytes: try VisibleText.data(answer)), type: "application/json", status: status)
  }

  /// An answer of any type.
  init(_ content: ByteBuffer, type: String, status: HTTPResponse.Status = .ok) {
    self.init(status: status, headers: [.contentType: type], body: .init(byteBuffer: content))
  }

  /// An answer with a sentence about what happened.
  init(words: Phrase, status: HTTPResponse.Status = .ok) throws { try self.init(["words": words], status: status) }
}
