import HTTP
import Providers
import Standards

extension Tools {
  /// The same means, for a descriptor's hosts: those that the user named may have any address.
  ///
  /// An in-house service lies in a private network as often as not, and whoever gives its URL as an
  /// option has said so. A default is the descriptor's word, and no consent.
  func reaching(
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> Tools {
    var rule = exchange.addresses
    rule.allowsPrivate = rule.allowsPrivate || descriptor.privateHosts
    do throws(TemplateError) {
      rule.trusted.formUnion(try descriptor.hostsNamedByUser(options))
    } catch {
      throw AuthRunError(error)
    }
    var tools = self
    tools.exchange.addresses = rule
    return tools
  }

  /// The same means for an address that the user typed.
  var reachingAnywhere: Tools {
    var tools = self
    tools.exchange.addresses = .anywhere
    return tools
  }
}
