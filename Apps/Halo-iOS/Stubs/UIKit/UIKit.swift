// The package's AccessorySetupKit has a UIImage of its own on Linux, because display items have pictures. Here it is by its right module.

/// https://developer.apple.com/documentation/uikit/uiimage
@_exported public import class AccessorySetupKit.UIImage
