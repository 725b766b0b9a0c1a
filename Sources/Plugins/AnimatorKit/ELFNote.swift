// The ELF note by which a host refuses an incompatible plugin before any of its code runs; see animator.h.
// Every plugin that contains AnimatorKit carries this note, so authors do not write one.

@section(".note.animator") @used
let animatorNote:
  (
    UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
  ) = (9, 16, 1, 0x6d69_6e61, 0x726f_7461, 0, 1, 2, 0, 60301)
