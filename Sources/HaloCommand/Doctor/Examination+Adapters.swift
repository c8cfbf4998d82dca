import HaloBluetooth

/// bluetoothd's adapters and links.
extension Examination {
  var adapters: [Check] {
    guard case .adapters(let known) = findings.answer else { return [] }
    var checks = known.map { check($0) }
    guard case .adapters(let names) = findings.kernel else { return checks }
    for name in names where !known.contains(where: { $0.name == name }) {
      let text = "\(name) is in the kernel, and bluetoothd does not have it"
      let advice: [Check.Advice] = [
        restart("Start bluetoothd anew, or unplug the adapter and plug it in again:"),
        .init("Should it stay so, see why:", "sudo dmesg | grep -i -e bluetooth -e firmware"),
      ]
      checks.append(
        usable.isEmpty && known.isEmpty
          ? .problem(.adapter, text, hindrance: "bluetoothd does not have the adapter", advice)
          : .remark(.adapter, text, advice))
    }
    return checks
  }

  private func check(_ adapter: RadioReport.Adapter) -> Check {
    let name = "\(adapter.name) (\(adapter.address))"
    if !adapter.isCentral {
      let text = "\(name) is no adapter for Bluetooth LE"
      let advice = [Check.Advice("Plug in one of Bluetooth 4.0 or newer.")]
      return usable.isEmpty
        ? .problem(.adapter, text, hindrance: "the adapter does not know Bluetooth LE", advice)
        : .remark(.adapter, text, advice)
    }
    if adapter.isPowered {
      return .ok(.adapter, "\(name) is on" + (adapter.isDiscovering ? ", and looks for devices at the moment" : ""))
    }
    let command =
      known.count == 1
      ? "bluetoothctl power on"
      : "busctl set-property org.bluez /org/bluez/\(adapter.name) org.bluez.Adapter1 Powered b true"
    let advice: [Check.Advice] =
      isSwitchedOff && usable.isEmpty
      ? [.init("See 'switch' first; then, should it stay off:", command)]
      : [.init("Turn it on:", command)]
    return usable.isEmpty
      ? .problem(.adapter, "\(name) is off", hindrance: "the adapter is off", advice)
      : .remark(.adapter, "\(name) is off", advice)
  }

  /// Links outlive the programs that asked for them.
  var links: [Check] {
    findings.links.map { link in
      .remark(
        .link, "bluetoothd has a link to \(link.name) (\(link.address)), which nobody else sees meanwhile",
        [.init("Where no program of yours speaks with it, end that:", "bluetoothctl disconnect \(link.address)")])
    }
  }
}
