#pragma once

// What authrun uses of libqrencode, which is loaded at the first use: a machine without it shows no QR codes.

/// The modules of a QR code that says `text`, row by row, a byte each, 1 where it is dark.
///
/// The side of the square is written to `width`. NULL where the library is not there or the text does not
/// fit; else the caller frees.
unsigned char *authrun_qr_modules(const char *text, int *width);
