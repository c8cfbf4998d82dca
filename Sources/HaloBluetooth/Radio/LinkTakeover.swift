/// Whether a radio may take over a link that another program on this computer uses.
///
/// On Linux, bluetoothd shares its links: a connection would use the other program's link, and end it afterwards. A link is in use if
/// another program receives notifications through it; connecting then throws ``BluetoothError/Reason/inUse``. A link that nothing
/// receives notifications through was left behind, and is used and ended.
public enum LinkTakeover {
  /// Whether links in use are taken over by the connections of this task, and end with them. False by default.
  @TaskLocal public static var isAllowed = false
}
