extension WallTime {
  /// Returns the name of a zone with a fixed offset from GMT. Its sign is inverted by convention (POSIX): `Etc/GMT-1`
  /// is one hour ahead.
  public static func zoneName(hoursEast: Int) -> String { "Etc/GMT\(hoursEast > 0 ? "-" : "+")\(abs(hoursEast))" }
}
