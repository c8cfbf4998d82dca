// prose:allow-file German texts.
import HaloText

extension PhraseCatalog {
  /// The family's texts in German, by their English sentences.
  static let cycling = PhraseCatalog([
    .german: [
      "cycling sensor": "Fahrradsensor",
      "Cycling sensor": "Fahrradsensor",
      "a cycling sensor": "ein Fahrradsensor",
      "A cycling sensor sleeps until its wheel or crank turns.":
        "Ein Fahrradsensor schläft, bis sich sein Rad oder seine Kurbel dreht.",
      "Speed, if it is on a wheel": "Geschwindigkeit, wenn er an einem Rad sitzt",
      "Cadence, if it is on a crank": "Trittfrequenz, wenn er an einer Kurbel sitzt",
      "Keep days by itself": "Tage selbst speichern",
      "It sends what it counts and stores nothing.": "Er sendet, was er zählt, und speichert nichts.",
      "speed and cadence": "Geschwindigkeit und Trittfrequenz",
      "Set the wheel's count": "Zähler des Rads setzen",
      "Count": "Stand",
      "turns": "Umdrehungen",
      "Other programs compute a wrong distance if they are recording a ride.":
        "Andere Programme berechnen eine falsche Strecke, wenn sie gerade eine Fahrt aufzeichnen.",
      "The wheel's count is %@.": "Der Zähler des Rads steht auf %@.",
      "Speed assumes that the wheel moves 2.105 m in one turn (a tire of 700 × 25C).":
        "Die Geschwindigkeit setzt voraus, dass das Rad mit einer Umdrehung 2,105 m rollt (Reifen 700 × 25C).",
    ]
  ])
}
