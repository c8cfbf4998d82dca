import HaloBluetooth

/// Checks of bluetoothd's adapters and links.
extension Examination {
  var adapters: [Check] {
    guard case .adapters(let known) = findings.answer else { return [] }
    var checks = known.map { check($0) }
    guard case .adapters(let names) = findings.kernel else { return checks }
    for name in names where !known.contains(where: { $0.name == name }) {
      let text = Phrase("\(name) is known to the kernel but not to bluetoothd")
      let advice: [Check.Advice] = [
        restart(Phrase("Restart bluetoothd, or unplug the adapter and plug it in again:")),
        .init(Phrase("If that does not help, look for the cause:"), "sudo dmesg | grep -i -e bluetooth -e firmware"),
      ]
      checks.append(
        usable.isEmpty && known.isEmpty
          ? .problem(.adapter, text, blockingReason: Phrase("bluetoothd does not see the adapter"), advice)
          : .remark(.adapter, text, advice))
    }
    return checks
  }

  private func check(_ adapter: RadioReport.Adapter) -> Check {
    let name = "\(adapter.name) (\(adapter.address))"
    let isBlocking = usable.isEmpty && (findings.adapter ?? adapter.name) == adapter.name
    if !adapter.isCentral {
      let text = Phrase("\(name) does not support Bluetooth LE")
      let advice = [Check.Advice(Phrase("Plug in an adapter with Bluetooth 4.0 or newer."))]
      return isBlocking
        ? .problem(.adapter, text, blockingReason: Phrase("the adapter does not support Bluetooth LE"), advice)
        : .remark(.adapter, text, advice)
    }
    if adapter.isPowered {
      return .ok(
        .adapter,
        adapter.isDiscovering
          ? Phrase("\(name) is on and scanning") : Phrase("\(name) is on"))
    }
    let command =
      known.count == 1
      ? "bluetoothctl power on"
      : "busctl set-property org.bluez /org/bluez/\(adapter.name) org.bluez.Adapter1 Powered b true"
    let advice: [Check.Advice] =
      isSwitchedOff && usable.isEmpty
      ? [.init(Phrase("Fix 'switch' first. If the adapter stays off:"), command)]
      : [.init(Phrase("Turn the adapter on:"), command)]
    return isBlocking
      ? .problem(.adapter, Phrase("\(name) is off"), blockingReason: Phrase("the adapter is off"), advice)
      : .remark(.adapter, Phrase("\(name) is off"), advice)
  }

  /// Links stay open after the programs that opened them have ended.
  var links: [Check] {
    findings.links.map { link in
      .remark(
        .link,
        Phrase("bluetoothd is connected to \(link.name) (\(link.address)), so other programs cannot see the device"),
        [
          .init(
            Phrase("If none of your programs uses the device, disconnect it:"),
            "bluetoothctl disconnect \(link.address)")
        ])
    }
  }
}
