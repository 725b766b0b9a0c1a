/* A part of faults.c: faults that write to forbidden places, continue after the end of a call, or take too much memory
 * or too many threads. */

/* Writes to the input image; without an image, changes the layer's opacity. */
static int32_t write_(scene *s) {
  if (s->in) ((uint8_t *)(uintptr_t)s->in->data)[0] = 1;
  else s->layer->opacity = 0.25;
  return ANIMATOR_OK;
}
static int32_t overrun(scene *s) {
  if (s->in) s->out.data[s->out.stride_bytes * s->out.height] = 1;
  return ANIMATOR_OK;
}
static int32_t outside(scene *s) {
  if (s->in) s->out.data[-4096] = 1;
  return ANIMATOR_OK;
}
static int32_t unlawful(scene *s) {
  for (int32_t y = 0; s->in && y < s->out.height; y++)
    for (int32_t x = 0; x < s->out.width; x++) {
      static const uint8_t pixel[4] = {255, 10, 200, 100};
      memcpy(s->out.data + y * s->out.stride_bytes + 4 * x, pixel, 4);
    }
  return ANIMATOR_OK;
}
/* Writes invalid pixels, whose colours exceed their alpha; the pixels differ each time. */
static void write_once(animator_surface out) {
  for (int64_t i = 0; i < out.stride_bytes * out.height; i++) out.data[i] = (uint8_t)(i * 37 + clock());
}
static animator_surface written;
/* Continues to write to the picture after the call has returned. */
static void *go_on(void *unused) {
  for (;; usleep(10))
    if (written.data) write_once(written);
  return unused;
}
static void *start_another(void *unused) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, go_on, NULL) != 0) abort();
  return unused;
}
static int32_t starts(scene *s, void *(*body)(void *)) {
  pthread_t thread;
  if (s && s->in) written = s->out;
  return pthread_create(&thread, NULL, body, NULL) == 0 && pthread_detach(thread) == 0
           ? ANIMATOR_OK : ANIMATOR_FAILED;
}
static int32_t keepsWriting(scene *s) { return s->in ? starts(s, go_on) : ANIMATOR_OK; }
static void *rest(void *unused) {
  for (;; usleep(1000)) {}
  return unused;
}
/* Leaves one thread running for each process. */
static int32_t leavesThread(scene *s) {
  static bool is_there;
  if (is_there) return ANIMATOR_OK;
  is_there = true;
  return starts(s, rest);
}
static int32_t nestsThreads(scene *s) { return starts(s, start_another); }

/* Continues for about 20 ms, and finally gives the picture its intended contents. */
static void *go_on_a_while(void *unused) {
  for (int i = 0; i < 4; i++, usleep(5000))
    if (written.data) memset(written.data, 50 + i, (size_t)(written.stride_bytes * written.height));
  if (written.data) memset(written.data, 200, (size_t)(written.stride_bytes * written.height));
  return unused;
}
static int32_t endsLater(scene *s) { return starts(s, go_on_a_while); }

/* Reports the end of the call while the call continues, in advance for twenty requests. The first picture is drawn at
 * the fourth request, after the step, an input and the surface. */
static int32_t forgesAndWrites(scene *s) {
  for (uint64_t serial = 4; serial < 24; serial++) {
    worker_message m = {.magic = WORKER_MAGIC, .version = WORKER_VERSION, .kind = WORKER_DONE,
                        .serial = serial};
    if (send(WORKER_SOCKET, &m, sizeof m, 0) < 0) {
      struct iovec part = {&m, sizeof m};
      struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
      sendmsg(WORKER_SOCKET, &message, 0);
    }
  }
  for (;;) write_once(s->out);
}

/* Reports the end of its call (the second request, after the description of the step), and then takes up to 300 MiB. */
static int32_t forgesAndTakes(scene *s) {
  s->layer->corner_radius = getpid();
  worker_message m = {.magic = WORKER_MAGIC, .version = WORKER_VERSION, .kind = WORKER_DONE,
                      .serial = 2};
  struct iovec part = {&m, sizeof m};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  sendmsg(WORKER_SOCKET, &message, 0);
  for (int i = 0; i < 300; i++, usleep(1000)) {
    leaked = malloc(1 << 20);
    if (leaked) memset(leaked, 1, 1 << 20);
  }
  for (;;) pause();
}

/* Starts three thousand threads that run at the same time and all end. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *wait_at_the_gate(void *unused) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return unused;
}
static int32_t crowd(scene *s) {
  enum { most = 3000 };
  static pthread_t threads[most];
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  int count = 0;
  pthread_mutex_lock(&gate);
  while (count < most && pthread_create(&threads[count], &small, wait_at_the_gate, NULL) == 0) count++;
  usleep(50000);
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  if (count == most) return ANIMATOR_OK;
  s->context->fail(s->context, "", "got fewer threads than it wanted");
  return ANIMATOR_FAILED;
}

/* Takes more memory than is allowed, and writes to it; if the memory is refused, continues without it. */
static int32_t touches(size_t size, int how) {
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) memset(memory, 1, size);
  return ANIMATOR_OK;
}
static int32_t takesMemory(scene *s) { return (void)s, touches(3ull << 30, MAP_PRIVATE); }
static int32_t takesShared(scene *s) { return (void)s, touches(3ull << 30, MAP_SHARED); }
static int32_t leaksShared(scene *s) {
  s->layer->corner_radius = getpid();
  return touches(4 << 20, MAP_SHARED);
}
