// Every file in this folder builds plugins.
@_exported public import HostingSupport
