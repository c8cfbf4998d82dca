/// The error text of a setting, without the setting's name.
struct SettingsError: PhrasedError {
  let phrase: Phrase
}
