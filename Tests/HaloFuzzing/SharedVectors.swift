import Foundation

/// The vectors that live beside the project.
public enum SharedVectors {
  private static let colmi = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/vectors/colmi.json").standardized

  /// Whether they are here.
  public static let exist = FileManager.default.fileExists(atPath: colmi.path)

  /// The frames of each captured message of a ring, in hexadecimal.
  public static func frames() throws -> [[String]] {
    let objects = try JSONSerialization.jsonObject(with: Data(contentsOf: colmi)) as? [[String: Any]]
    return (objects ?? []).compactMap { $0["frames"] as? [String] }
  }
}
