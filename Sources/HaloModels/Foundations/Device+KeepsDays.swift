import HaloEngine
import HaloJournal
import HaloWearables

extension Device {
  /// Whether it keeps days, which a sync brings home.
  var keepsDays: Bool { Families.driver(family)?.keepsDays == true }
}
