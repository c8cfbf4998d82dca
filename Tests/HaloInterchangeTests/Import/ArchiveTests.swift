import Foundation
import HaloFuzzing
import HaloHealth
import HaloInterchange
import HaloTesting
import HaloText
import Testing

/// True if libarchive is installed: everything else about this file is an error too.
private let hasLibrary: Bool = {
  do {
    _ = try ArchiveBytes(path: "/dev/null", name: "")
    return true
  } catch { return !"\(error)".contains("needs libarchive") }
}()

@Suite("Archives", .enabled(if: hasLibrary, "libarchive is not installed"))
struct ArchiveTests {
  private static let header = "start,end,metric"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func zip(_ files: [(name: String, bytes: [UInt8])], flags: UInt16 = 0) throws -> String {
    let path = folder.path("\(UUID()).zip")
    try Data(StoredZip(files, flags: flags).bytes).write(to: URL(filePath: path))
    return path
  }

  private func find(_ path: String) throws -> ArchivedExport {
    try ArchivedExport(path: path, name: "file.zip", haloHeader: Self.header)
  }

  private static let health = [UInt8]("<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n]>\n<HealthData/>".utf8)
  private static let database = [UInt8]("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 500)

  @Test func `finds Apple Health's export by its contents, in any language`() throws {
    let path = try zip([
      ("apple_health_export/export_cda.xml", [UInt8]("<?xml version=\"1.0\"?><ClinicalDocument/>".utf8)),
      ("database", Self.database), ("apple_health_export/导出.xml", Self.health),
    ])
    let found = try find(path)
    #expect(found.kind == .appleHealth)
    #expect(found.file == "apple_health_export/导出.xml")
    #expect(try ArchivedExport.head(of: found.bytes) == Self.health)
    #expect(found.bytes.fraction > 0)
  }

  @Test func `finds a database, otherwise an export of Halo`() throws {
    let csv = [UInt8]((Self.header + "\n").utf8)
    #expect(try find(zip([("a.csv", csv), ("Gadgetbridge", Self.database)])).kind == .database)
    #expect(try find(zip([("readme", [1, 2, 3]), ("a.csv", csv)])).kind == .halo)
  }

  @Test func `an archive without an export is refused, and no file is written by its name`() throws {
    let path = try zip([("../../../evil", [1]), ("/tmp/evil-halo", [2])])
    let error = #expect(throws: ImportError.self) { try find(path) }
    #expect(error?.description.hasPrefix("the archive file.zip has no file that Halo imports") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 1)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/evil-halo"))
  }

  @Test func `encrypted and damaged archives are refused with a reason`() throws {
    let encrypted = #expect(throws: ImportError.self) { try find(zip([("a", Self.health)], flags: 1)) }
    #expect(encrypted?.description.contains("is encrypted") == true)
    let path = try zip([("a", Self.health)])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[40] ^= 0xFF
    for damaged in [bytes, Array(bytes.prefix(60)), [0x50, 0x4B, 3, 4]] {
      try Data(damaged).write(to: URL(filePath: path))
      #expect(throws: ImportError.self) {
        let found = try find(path)
        while try !ArchivedExport.head(of: found.bytes).isEmpty {}
      }
    }
  }
}
