/* Redirects calls that a loaded library makes to functions outside itself. */
#ifndef SLOTS_H
#define SLOTS_H
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__aarch64__)
enum { SLOTS_DATA = R_AARCH64_GLOB_DAT, SLOTS_JUMP = R_AARCH64_JUMP_SLOT };
#else
enum { SLOTS_DATA = R_X86_64_GLOB_DAT, SLOTS_JUMP = R_X86_64_JUMP_SLOT };
#endif

/* Writes another address to the place of a function's address, which may have been made read-only. */
static inline void slots_set(uintptr_t place, uintptr_t address) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = place & ~(page - 1);
  if (mprotect((void *)first, page, PROT_READ | PROT_WRITE) != 0) return;
  memcpy((void *)place, &address, sizeof address);
}

/* `handle` is the result of dlopen, with all its symbols bound. */
static inline void slots_replace(void *handle, const char *name, uintptr_t address) {
  const struct link_map *map = handle;
  const ElfW(Sym) *symbols = NULL;
  const char *strings = NULL;
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t bytes[2] = {0, 0};
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_SYMTAB: symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
    case DT_STRTAB: strings = (const char *)entry->d_un.d_ptr; break;
    case DT_RELA: tables[0] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
    case DT_RELASZ: bytes[0] = entry->d_un.d_val; break;
    case DT_JMPREL: tables[1] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
    case DT_PLTRELSZ: bytes[1] = entry->d_un.d_val; break;
    default: break;
    }
  }
  if (!symbols || !strings) return;
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; tables[k] && i < bytes[k] / sizeof(ElfW(Rela)); i++) {
      const ElfW(Rela) *row = &tables[k][i];
      const uint32_t type = (uint32_t)ELF64_R_TYPE(row->r_info);
      if (type != SLOTS_DATA && type != SLOTS_JUMP) continue;
      if (strcmp(strings + symbols[ELF64_R_SYM(row->r_info)].st_name, name) == 0)
        slots_set(map->l_addr + row->r_offset, address);
    }
  }
}

#endif
