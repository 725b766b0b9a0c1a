// A row of the table of files, with the bytes of PAGE_FILE, which the compiler embeds. As literals in Swift, the files
// would take most of a minute to compile.
{PAGE_FILE, (const uint8_t[]){
#embed PAGE_FILE
}, sizeof((const uint8_t[]){
#embed PAGE_FILE
})},
#undef PAGE_FILE
