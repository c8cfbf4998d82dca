import ArgumentParser
import HaloReports

extension ValidationError {
  /// A wrong use of the command, in the language of the person who typed it.
  init(_ phrase: Phrase) { self.init(phrase.text) }
}
