// Every file here builds plugins.
@_exported public import HostingSupport
