#if !canImport(Darwin)
  /// A device that was found, as the program wants the picker to show it.
  public final class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    // Unchecked as its superclass is: this does not change.
    let accessory: ASDiscoveredAccessory

    /// That device, by a name of the program's own.
    public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
      self.accessory = accessory
      super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
    }
  }
#endif
