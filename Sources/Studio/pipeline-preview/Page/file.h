// The row of PAGE_FILE in the table of files; the compiler puts the file in. As literals in Swift they would take it
// most of a minute.
{PAGE_FILE, (const uint8_t[]){
#embed PAGE_FILE
}, sizeof((const uint8_t[]){
#embed PAGE_FILE
})},
#undef PAGE_FILE
