extension ColmiRing {
  /// A command that is always sent with the same payload.
  struct Instruction {
    let command: UInt8
    let mark: [UInt8]
    /// The encoded request.
    var packet: Packet { Packet(command, mark) }

    /// Turns the ring off: `→ 08 01`. The ring acknowledges it.
    static let powerOff = Instruction(command: 0x08, mark: [0x01])
    /// Makes the ring blink: `→ 50 55 AA`. The ring acknowledges it.
    static let findDevice = Instruction(command: 0x50, mark: [0x55, 0xAA])
    /// Erases the ring: `→ FF 66 66`.
    static let factoryReset = Instruction(command: 0xFF, mark: [0x66, 0x66])

    static let forms = [
      PacketForm(command: powerOff.command, request: { powerOff.request(.powerOff, in: $0) }),
      PacketForm(command: findDevice.command, request: { findDevice.request(.findDevice, in: $0) }),
      DeviceError.form(factoryReset.command, request: { factoryReset.request(.factoryReset, in: $0) }),
    ]

    private func request(_ request: Request, in packet: Packet) -> Request? {
      packet.starts(with: mark) ? request : nil
    }
  }
}
