import HaloText
import HaloText
public import HaloBluetooth
public import HaloWearables

extension EverestW311Driver {
  /// Refuses frames that replace a watch's firmware (`BE FE 44 46 55`, as the maker's apps write it), erase the watch
  /// (`BE 01 0D`), or delete its history (`BE 02 02`).
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    guard EverestW311.GATT.channel(characteristic.uuid) != nil, value.first == 0xBE else { return nil }
    switch (value.dropFirst().first, value.dropFirst(2).first) {
    case (0xFE, _): return WriteRefusal("Frames of the group FE replace a watch's firmware. Halo never sends them.")
    case (0x01, 0x0D): return WriteRefusal("The key 01 0D erases a watch.")
    case (0x02, 0x02): return WriteRefusal("The key 02 02 deletes a watch's history.")
    default: return nil
    }
  }
}
