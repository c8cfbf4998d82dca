extension SimulatedHome {
  /// Causes a fault of a link, a device or the radio.
  ///
  /// To cause a fault in the middle of a sync, schedule it for a packet: `await home.cause(.packet(.linkLost, number:
  /// 20))`.
  public func cause(_ fault: ScriptedFault) async {
    switch fault {
    case .linkLoss(let device): await medium.dropLink(of: device)
    case .outOfRange(let device): await medium.move(device, to: 1000)
    case .heldByPhone(let device): await medium.setConnectedElsewhere(device, true)
    case .radio(let state): radio.setState(state)
    case .packet(let fault, let number): medium.schedule(fault, afterPackets: number - 1)
    case .random(let rates): medium.setFaults(rates)
    }
  }
}
