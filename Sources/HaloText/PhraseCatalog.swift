/// The texts of a package from outside, such as a driver of its own, in languages other than English.
///
/// A phrase that was created with ``Phrase/init(_:in:)`` refers to its catalog. Nothing is registered, so two packages may have
/// different texts for the same English sentence. A sentence that the catalog lacks is looked up among Halo's texts.
public final class PhraseCatalog: Sendable, Hashable {
  private let texts: [Language: [String: String]]

  /// Creates a catalog: for each language, the texts by the keys of ``Phrase``, such as `["Asleep for %@.": "%@ geschlafen."]`.
  public init(_ texts: [Language: [String: String]]) { self.texts = texts }

  /// The text of a key in a language; `nil` if the catalog lacks it.
  public subscript(key: String, language: Language) -> String? { texts[language]?[key] }

  /// True if both are the same object.
  public static func == (left: PhraseCatalog, right: PhraseCatalog) -> Bool { left === right }
  /// Adds nothing: a phrase is found by its key and arguments.
  public func hash(into hasher: inout Hasher) {}
}
