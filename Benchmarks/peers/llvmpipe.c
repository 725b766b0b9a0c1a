/* Draws a frame of the shader FOLDER/CASE.frag by Mesa's llvmpipe, without a window and in this thread alone. */
#define GL_GLEXT_PROTOTYPES
#include "shader.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

static const char *folder;

static int start(void) {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) return 0;
  EGLConfig config;
  EGLint configs = 0;
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  eglChooseConfig(display, wanted, &config, 1, &configs);
  EGLContext context = eglCreateContext(display, configs ? config : NULL, EGL_NO_CONTEXT, NULL);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return 0;
  if (!strstr((const char *)glGetString(GL_RENDERER), "llvmpipe")) return 0;
  GLuint textures[3], frame;
  glGenTextures(3, textures);
  for (int i = 0; i < 3; i++) {
    glActiveTexture(GL_TEXTURE0 + (unsigned)i);
    glBindTexture(GL_TEXTURE_2D, textures[i]);
    uint8_t *pixels = shader_picture((uint32_t)i + 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    free(pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[2], 0);
  glViewport(0, 0, WIDTH, HEIGHT);
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static int prepare(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.frag", folder, name);
  size_t size;
  char *text = (char *)peer_file(path, &size);
  const GLchar *const sources[2] = {
    "#version 130\nout vec2 uv; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1.;"
    "uv = p * .5 + .5; gl_Position = vec4(p, 0, 1); }", text};
  const GLint lengths[2] = {-1, (GLint)size};
  const GLuint program = glCreateProgram();
  for (int i = 0; i < 2; i++) {
    const GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
    glShaderSource(shader, 1, &sources[i], &lengths[i]);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  free(text);
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (!linked) return 0;
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "from"), 0);
  glUniform1i(glGetUniformLocation(program, "to"), 1);
  glUniform1f(glGetUniformLocation(program, "progress"), 0.4f);
  glUniform1f(glGetUniformLocation(program, "ratio"), (float)WIDTH / HEIGHT);
  return 1;
}

static int draw(const char *name, long index) {
  static char last[128];
  static int is_started;
  (void)index;
  if (!is_started && !start()) return 0;
  is_started = 1;
  if (strcmp(last, name)) {
    if (!prepare(name)) return 0;
    snprintf(last, sizeof last, "%s", name);
  }
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glFinish();
  return 1;
}

int main(int count, char **words) {
  if (count != 2) return 1;
  folder = words[1];
  setenv("LP_NUM_THREADS", "0", 1);
  setenv("EGL_LOG_LEVEL", "fatal", 0);
  return peer_serve(draw, CLOCK_THREAD_CPUTIME_ID);
}
