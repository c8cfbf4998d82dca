// prose:allow-file German texts.
import HaloWearables

extension PhraseCatalog {
  /// The family's texts in German, by their English sentences.
  static let scale = PhraseCatalog([
    .german: [
      "kitchen scale": "Küchenwaage",
      "Weight on the scale": "Gewicht auf der Waage",
      "The scale sleeps until something is put on it.": "Die Waage schläft, bis etwas auf ihr liegt.",
      "Tare": "Tara",
      "The scale shows 0 g.": "Die Waage zeigt 0 g.",
    ]
  ])
}
