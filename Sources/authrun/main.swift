import Storage

// The hit path and the hand-over follow.
