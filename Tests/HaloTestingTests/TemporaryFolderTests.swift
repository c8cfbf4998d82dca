import Foundation
import HaloTesting
import Testing

@Suite struct TemporaryFolderTests {
  @Test func `is deleted with its files when its last reference is released`() throws {
    let path: String
    do {
      let folder = try TemporaryFolder()
      path = folder.path("with space.txt")
      try Data([1]).write(to: folder.url.appending(path: "with space.txt"))
      #expect(FileManager.default.fileExists(atPath: path))
      withExtendedLifetime(folder) {}
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!FileManager.default.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path()))
  }
}
