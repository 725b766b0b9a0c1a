// Every file here starts the program or works in a folder of its own.
@_exported public import TestSupport
