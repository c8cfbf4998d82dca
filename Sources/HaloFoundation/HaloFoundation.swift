// Foundation under one name: of it, Halo's libraries need only FoundationEssentials, which Apple's systems do not have.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
