import COpenSSL

/// Named values from which libcrypto makes a key.
///
/// The builder copies nothing until the key is made, so all values live in one scope with it.
enum KeyParameters {
  /// A name of `core_names.h` with the value of a number, big-endian.
  ///
  /// The builder keeps a pointer to the name, which therefore is a constant of the program.
  typealias Number = (name: StaticString, bytes: [UInt8])

  /// Makes a key; `group` and `point` are for elliptic curves only.
  static func makeKey(
    _ type: String,
    isPrivate: Bool,
    numbers: [Number],
    group: String? = nil,
    point: [UInt8]? = nil
  ) throws(CryptoError) -> KeyHandle {
    guard let builder = OSSL_PARAM_BLD_new() else { throw CryptoError("describe a key") }
    defer { OSSL_PARAM_BLD_free(builder) }
    var owned: [OpaquePointer] = []
    defer { owned.forEach { BN_clear_free($0) } }
    for (name, bytes) in numbers {
      // A number that may be secret goes to memory that is wiped.
      guard let number = BN_secure_new() else { throw CryptoError("make a number") }
      owned.append(number)
      guard BN_bin2bn(bytes, Int32(bytes.count), number) != nil,
        OSSL_PARAM_BLD_push_BN(builder, constant(name), number) == 1
      else { throw CryptoError("describe a key") }
    }
    let groupName = (group ?? "").utf8CString
    let made = groupName.withUnsafeBufferPointer { groupName in
      (point ?? []).withUnsafeBytes { point in
        if group != nil {
          guard
            OSSL_PARAM_BLD_push_utf8_string(
              builder,
              constant("group"),
              groupName.baseAddress,
              0
            ) == 1,
            OSSL_PARAM_BLD_push_octet_string(
              builder,
              constant("pub"),
              point.baseAddress,
              point.count
            ) == 1
          else { return OpaquePointer?.none }
        }
        return fromData(type, builder, isPrivate: isPrivate)
      }
    }
    guard let made else { throw CryptoError("make a key") }
    return KeyHandle(owning: made)
  }

  private static func constant(_ name: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func fromData(
    _ type: String,
    _ builder: OpaquePointer,
    isPrivate: Bool
  ) -> OpaquePointer? {
    guard let parameters = OSSL_PARAM_BLD_to_param(builder),
      let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
    else { return nil }
    defer {
      OSSL_PARAM_free(parameters)
      EVP_PKEY_CTX_free(context)
    }
    var key: OpaquePointer?
    guard EVP_PKEY_fromdata_init(context) == 1,
      EVP_PKEY_fromdata(
        context,
        &key,
        isPrivate ? authrun_keypair_selection : authrun_public_key_selection,
        parameters
      ) == 1
    else {
      EVP_PKEY_free(key)
      return nil
    }
    return key
  }
}
