#pragma once
#include <stdint.h>

// The wall around a helper process: what the kernel keeps from the code inside, whatever it does.

/// Takes from this process all that a script has no use for; the returned bits are `lg_wall`'s.
///
/// Files and sockets but descriptor 0, new processes, new executable memory, and more than a little
/// memory and processor time. What the kernel does not offer is left out, and its bit stays clear.
uint32_t lg_wall_raise(void);
