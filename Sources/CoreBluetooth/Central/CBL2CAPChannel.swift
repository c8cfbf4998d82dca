#if !canImport(Darwin)
  public import Foundation

  /// The number of an L2CAP channel.
  public typealias CBL2CAPPSM = UInt16

  /// An L2CAP channel. None is ever opened here: radios of Halo speak of attributes alone.
  open class CBL2CAPChannel: NSObject {
    /// The device.
    public let peer: CBPeer
    /// Its number.
    public let psm: CBL2CAPPSM
    /// What the device sends.
    public let inputStream: InputStream
    /// What goes to the device.
    public let outputStream: OutputStream

    init(peer: CBPeer, psm: CBL2CAPPSM, inputStream: InputStream, outputStream: OutputStream) {
      self.peer = peer
      self.psm = psm
      self.inputStream = inputStream
      self.outputStream = outputStream
    }
  }
#endif
