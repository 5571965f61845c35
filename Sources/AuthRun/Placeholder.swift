package enum AuthRunPlaceholder {}
