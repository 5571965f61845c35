package enum RehearsalPlaceholder {}
