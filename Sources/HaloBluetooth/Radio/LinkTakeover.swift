/// Permission to take over a link that another program on this computer uses.
///
/// On Linux, bluetoothd shares its links: a connection uses the other program's link and ends it afterwards. A link is
/// in use if another program receives notifications through it; connecting then throws ``BluetoothError/Reason/inUse``.
/// A link without notifications counts as abandoned; it is used and ended.
public enum LinkTakeover {
  /// True if this task's connections take over links in use, and end them afterwards. False by default.
  @TaskLocal public static var isAllowed = false
}
