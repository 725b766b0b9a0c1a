/// The reason why a project cannot be created.
package enum ScaffoldError: Error, CustomStringConvertible {
  case badName(String)
  case badVendor(String)
  case twoVendors(String, String)
  case takenName(String)

  package var description: String {
    switch self {
    case .badName(let name):
      "\(name): expected a name of lower-case letters and digits with '-', such as soft-wipe, "
        + "or acme.soft-wipe with the vendor"
    case .badVendor(let vendor):
      "--vendor \(vendor): a vendor is lower-case letters and digits in words joined by '-'"
    case .twoVendors(let first, let second):
      "the name has the vendor \(first), but --vendor is \(second)"
    case .takenName(let name):
      "\(name): means something else to compilers and build tools; choose another name"
    }
  }
}
