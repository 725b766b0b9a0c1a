// The row of PAGE_FILE in the table of files; the compiler embeds the file. As literals in Swift, the files
// would take most of a minute to compile.
{PAGE_FILE, (const uint8_t[]){
#embed PAGE_FILE
}, sizeof((const uint8_t[]){
#embed PAGE_FILE
})},
#undef PAGE_FILE
