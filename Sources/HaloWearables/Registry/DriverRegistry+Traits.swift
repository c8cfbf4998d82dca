extension DriverRegistry {
  /// The traits in a device's advertisement. Those that it lacks, and those that the user chose, are taken from `known`.
  public func traits(in advertisement: Advertisement, known: DeviceTraits? = nil) -> DeviceTraits {
    let machine = drivers.lazy.compactMap { $0 as? any MachineControlling.Type }
      .compactMap { $0.advertisedMachine(advertisement) }.first
    var traits = known ?? DeviceTraits(advertisedName: nil)
    if let name = advertisement.name, !name.allSatisfy(\.isWhitespace) { traits.advertisedName = name }
    if let machine, !machine.kinds.isEmpty { traits.advertisedMachines = machine.kinds.map(\.rawValue) }
    return traits
  }
}
