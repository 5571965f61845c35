package enum CryptoPlaceholder {}
