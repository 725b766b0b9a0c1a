// The ELF note by which a host refuses an incompatible plugin before running any of its code; animator.h
// describes it. Every plugin that contains AnimatorKit includes this note, so authors need not write one.

@section(".note.animator") @used
let animatorNote:
  (
    UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
  ) = (9, 16, 1, 0x6d69_6e61, 0x726f_7461, 0, 1, 2, 0, 60301)
