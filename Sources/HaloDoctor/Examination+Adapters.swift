import HaloBluetooth
import HaloText

/// bluetoothd's adapters and links.
extension Examination {
  var adapters: [Check] {
    guard case .adapters(let known) = findings.answer else { return [] }
    var checks = known.map { check($0) }
    guard case .adapters(let names) = findings.kernel else { return checks }
    for name in names where !known.contains(where: { $0.name == name }) {
      let text = Phrase("\(name) is in the kernel, and bluetoothd does not have it")
      let advice: [Check.Advice] = [
        restart(Phrase("Restart bluetoothd, or unplug the adapter and plug it in again:")),
        .init(Phrase("Should it stay so, see why:"), "sudo dmesg | grep -i -e bluetooth -e firmware"),
      ]
      checks.append(
        usable.isEmpty && known.isEmpty
          ? .problem(.adapter, text, hindrance: Phrase("bluetoothd does not have the adapter"), advice)
          : .remark(.adapter, text, advice))
    }
    return checks
  }

  private func check(_ adapter: RadioReport.Adapter) -> Check {
    let name = "\(adapter.name) (\(adapter.address))"
    if !adapter.isCentral {
      let text = Phrase("\(name) is no adapter for Bluetooth LE")
      let advice = [Check.Advice(Phrase("Plug in one of Bluetooth 4.0 or newer."))]
      return usable.isEmpty
        ? .problem(.adapter, text, hindrance: Phrase("the adapter does not know Bluetooth LE"), advice)
        : .remark(.adapter, text, advice)
    }
    if adapter.isPowered {
      return .ok(
        .adapter,
        adapter.isDiscovering
          ? Phrase("\(name) is on, and looks for devices at the moment") : Phrase("\(name) is on"))
    }
    let command =
      known.count == 1
      ? "bluetoothctl power on"
      : "busctl set-property org.bluez /org/bluez/\(adapter.name) org.bluez.Adapter1 Powered b true"
    let advice: [Check.Advice] =
      isSwitchedOff && usable.isEmpty
      ? [.init(Phrase("See 'switch' first; then, should it stay off:"), command)]
      : [.init(Phrase("Turn it on:"), command)]
    return usable.isEmpty
      ? .problem(.adapter, Phrase("\(name) is off"), hindrance: Phrase("the adapter is off"), advice)
      : .remark(.adapter, Phrase("\(name) is off"), advice)
  }

  /// Links outlive the programs that asked for them.
  var links: [Check] {
    findings.links.map { link in
      .remark(
        .link, Phrase("bluetoothd has a link to \(link.name) (\(link.address)), which hides it from other programs"),
        [
          .init(
            Phrase("Where no program of yours speaks with it, end that:"), "bluetoothctl disconnect \(link.address)")
        ])
    }
  }
}
