import Foundation

/// Values computed by published software and by the training script on synthetic input.
enum VectorFile {
  static func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    let folder = Bundle.module.bundleURL.appending(path: "Vectors")
    return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
  }
}
