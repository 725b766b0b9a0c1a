// Every file in this folder starts the program or works in a separate folder.
@_exported public import TestSupport
