public import Foundation

/// The PSM of an L2CAP channel.
public typealias CBL2CAPPSM = UInt16

/// An L2CAP channel. Never opened here: Halo's radios support attributes only.
open class CBL2CAPChannel: NSObject {
  /// The connected device.
  public let peer: CBPeer
  /// The channel's PSM.
  public let psm: CBL2CAPPSM
  /// The data from the device.
  public let inputStream: InputStream
  /// The data to the device.
  public let outputStream: OutputStream

  init(peer: CBPeer, psm: CBL2CAPPSM, inputStream: InputStream, outputStream: OutputStream) {
    self.peer = peer
    self.psm = psm
    self.inputStream = inputStream
    self.outputStream = outputStream
  }
}
