extension FitnessMachineDriver {
  /// Forbids every manual write to the control point, because it would bypass limits, speed steps and the final stop.
  public static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? {
    guard characteristic.uuid == FitnessMachine.GATT.controlPoint else { return nil }
    return .forbidden(
      Phrase(
        """
        \(characteristic.uuid.description) starts a machine that nothing would stop. Use \
        'halo treadmill', which applies your limits and stops the belt.
        """))
  }
}
