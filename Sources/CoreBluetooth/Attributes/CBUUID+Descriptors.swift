/// Characteristic Extended Properties: a number.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// Characteristic User Description: a text.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// Client Characteristic Configuration: a number. Only subscribing writes it.
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// Server Characteristic Configuration: a number.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// Characteristic Presentation Format: data.
public let CBUUIDCharacteristicFormatString = "2904"
/// Characteristic Aggregate Format: data.
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// Valid Range: data.
public let CBUUIDCharacteristicValidRangeString = "2906"
/// Observation Schedule: data.
public let CBUUIDCharacteristicObservationScheduleString = "2910"
/// The characteristic with the PSM of an L2CAP channel.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
