// Functions that list and rename the libraries of the dynamic loader.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "hosting.h"

/// The own name of a library (DT_SONAME); NULL if the library has none.
static const char *own_name(const ElfW(Dyn) *entry, ElfW(Addr) base) {
  ElfW(Addr) texts = 0, name = 0;
  bool has_name = false;
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_STRTAB) texts = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SONAME) {
      name = entry->d_un.d_val;
      has_name = true;
    }
  }
  if (!has_name || !texts) return NULL;
  // glibc has relocated the value to an address, except if the section is read-only, as in the vDSO.
  return (const char *)(texts < base ? texts + base : texts) + name;
}

struct visitor {
  void (*visit)(const char *path, void *data);
  void *data;
};

static int visit_one(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  const struct visitor *visitor = data;
  visitor->visit(library->dlpi_name, visitor->data);
  return 0;
}

void hosting_visit_libraries(void (*visit)(const char *path, void *data), void *data) {
  struct visitor visitor = {visit, data};
  dl_iterate_phdr(visit_one, &visitor);
}

static int has_name(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Addr) at = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
    const char *name = own_name((const ElfW(Dyn) *)at, library->dlpi_addr);
    if (name && strcmp(name, data) == 0) return 1;
  }
  return 0;
}

bool hosting_has_library(const char *name) { return dl_iterate_phdr(has_name, (void *)name) != 0; }

void hosting_name_library(void *handle, const char *name, const char *path) {
  struct link_map *map = NULL;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
  const char *own = own_name(map->l_ld, map->l_addr);
  const char *wanted = own && strcmp(own, name) == 0 ? path : name;
  if (!wanted || strcmp(map->l_name, wanted) == 0) return;
  // The loader frees the name only when the library is unloaded, which never happens. The previous name is
  // not freed, because another thread may be reading it.
  char *copy = strdup(wanted);
  if (copy) map->l_name = copy;
}
