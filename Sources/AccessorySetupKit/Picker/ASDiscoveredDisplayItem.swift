/// A discovered device with the program's own name and image in the picker.
public final class ASDiscoveredDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
  // Unchecked like its superclass; this is immutable.
  let accessory: ASDiscoveredAccessory

  /// An item for that device.
  public init(name: String, productImage: UIImage, accessory: ASDiscoveredAccessory) {
    self.accessory = accessory
    super.init(name: name, productImage: productImage, descriptor: accessory.descriptor)
  }
}
