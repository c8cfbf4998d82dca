import HaloText

/// What is wrong with a setting, without its name.
struct SettingsError: PhrasedError {
  let phrase: Phrase
}
