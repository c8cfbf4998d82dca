extension HeartRateMonitor.Polar.Response {
  /// The error of a start while the measurement is already running.
  static let alreadyInState = 6

  /// The error as a clause, followed by the remedy. The codes are from Polar's SDK.
  var reason: Phrase {
    switch error {
    case 1: Phrase("its firmware does not know the request (error 1). Update it with Polar's app.")
    case 2: Phrase("its firmware does not know this kind of measurement (error 2). Update it with Polar's app.")
    case 3: Phrase("it cannot measure this (error 3). 'halo info' lists what it measures.")
    case 4: Phrase("it found the request too short or too long (error 4). Update its firmware with Polar's app.")
    case 5: Phrase("it does not accept one of the settings (error 5). Restart it and try again.")
    case Self.alreadyInState:
      Phrase("it already measures this and did not stop (error 6). Close the other apps that use it, or restart it.")
    case 7: Phrase("it does not offer the resolution now (error 7). Close Polar's app, restart it and try again.")
    case 8: Phrase("it does not offer the sample rate now (error 8). Close Polar's app, restart it and try again.")
    case 9: Phrase("it does not offer the range now (error 9). Close Polar's app, restart it and try again.")
    case 10:
      Phrase("the connection's packets are too small (error 10). Connect again, or use another Bluetooth adapter.")
    case 11: Phrase("it does not offer as many channels now (error 11). Close Polar's app, restart it and try again.")
    case 12: Phrase("it is busy with something else (error 12). End its recording or exercise in Polar's app first.")
    case 13: Phrase("it is on its charger (error 13). Take it off, put it on and try again.")
    case 14: Phrase("its memory is full (error 14). Copy and delete its recordings with Polar's app.")
    default: Phrase("it answered with the undocumented error \(error). Restart it, try again, and report the number.")
    }
  }
}
