import GRDB

extension DeviceTraits {
  /// The traits in a row of the table `device`. A unit of a newer version is left out.
  init(_ row: Row) throws {
    try self.init(
      advertisedName: row.value("advertised"), speedUnit: (row.value("speedUnit") as String?).flatMap(SpeedUnit.init),
      advertisedMachines: (row.value("machines") as String? ?? "").split(separator: " ").map(String.init),
      user: row.value("user"))
  }
}
