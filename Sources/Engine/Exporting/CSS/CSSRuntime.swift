internal import Scenes

/// The JavaScript functions of the player, and the module and page that use them.
enum CSSRuntime {
  static let player = #"""
    // Builds the layers of `film` in `host` and returns how they are played. Where the reader asks for less motion, or
    // `motion` is "reduced", the last moment fades in over the first.
    export function mount(film, host, { motion = "auto", assets = "./" } = {}) {
      const { size, duration } = film;
      const isReduced =
        motion === "reduced" ||
        (motion === "auto" &&
          matchMedia("(prefers-reduced-motion: reduce)").matches);
      const canvas = element(
        "div",
        `position: relative; overflow: hidden; background: ${film.background};
         width: ${size.width}px; height: ${size.height}px`,
      );
      canvas.dataset.canvas = film.name;
      host.append(canvas);
      const animations = [];
      if (isReduced) {
        const before = build(film, canvas, assets);
        const after = build(film, canvas, assets);
        for (const animation of before.animations) pauseAt(animation, 0);
        for (const animation of after.animations) pauseAt(animation, duration);
        const fade = { opacity: [0, 1] };
        animations.push(after.root.animate(fade, { duration, fill: "both" }));
      } else {
        animations.push(...build(film, canvas, assets).animations);
      }
      const each = (act) => {
        for (const animation of animations) act(animation);
      };
      each((animation) => animation.pause());
      return {
        element: canvas,
        animations,
        duration: duration / 1000,
        get finished() {
          return Promise.all(animations.map((animation) => animation.finished));
        },
        play: () => each((animation) => animation.play()),
        pause: () => each((animation) => animation.pause()),
        seek: (seconds) => each((animation) => pauseAt(animation, seconds * 1000)),
        progress: (share) =>
          each((animation) => pauseAt(animation, share * duration)),
        reverse: () => each((animation) => animation.reverse()),
      };
    }

    function build({ layers, duration }, canvas, assets) {
      const root = canvas.appendChild(
        element("div", "position: absolute; inset: 0"),
      );
      const animations = [];
      const places = new Map();
      const animate = (target, property, frames) => {
        const list = keyframes(property, frames, duration);
        animations.push(target.animate(list, { duration, fill: "both" }));
      };
      for (const layer of layers) {
        const box = element(
          "div",
          `position: absolute; left: 0; top: 0; transform-origin: 0 0; ${layer.style ?? ""}`,
        );
        box.dataset.layer = layer.id ?? layer.name;
        for (const shown of layer.shows ?? []) {
          box.append(child(shown, assets, animate));
        }
        (places.get(layer.parent) ?? root).append(box);
        places.set(layer.name, box);
        for (const [property, frames] of Object.entries(layer.motion ?? {})) {
          animate(box, property, frames);
        }
      }
      return { root, animations };
    }

    function child(shown, assets, animate) {
      const full = "position: absolute; left: 0; top: 0; width: 100%; height: 100%";
      let node;
      if (shown.path !== undefined) {
        node = drawing(shown, full, animate);
      } else if (shown.picture) {
        node = element("img", `${full}; ${shown.style}`);
        node.alt = "";
        node.src = assets + shown.picture;
      } else {
        node = element("div", `position: absolute; ${shown.style}`);
      }
      for (const property of [
        "visibility",
        "opacity",
        "translate",
        "scale",
        "filter",
      ]) {
        if (shown[property]) animate(node, property, shown[property]);
      }
      if (shown.inner) node.append(child(shown.inner, assets, animate));
      return node;
    }

    function drawing(shown, full, animate) {
      const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      node.style.cssText = `${full}; overflow: visible`;
      const path = node.appendChild(
        document.createElementNS(node.namespaceURI, "path"),
      );
      path.style.cssText = `d: path("${shown.path}"); fill: ${shown.fill};
        fill-rule: ${shown.rule}; stroke: ${shown.stroke ?? "none"};
        stroke-width: ${shown.width ?? 0}; stroke-linecap: ${shown.cap ?? "butt"};
        stroke-linejoin: ${shown.join ?? "miter"};
        stroke-dasharray: ${shown.dashes?.join(" ") ?? "none"}`;
      if (shown.dash) {
        path.setAttribute("pathLength", "1");
        animate(path, "strokeDasharray", shown.dash);
        animate(path, "strokeDashoffset", shown.start);
      }
      return node;
    }

    // The first value holds before its time, and the last one after it.
    function keyframes(property, frames, duration) {
      const all = [[0, frames[0][1]], ...frames, [duration, frames.at(-1)[1]]];
      return all.map(([time, value, easing = "linear"]) => ({
        offset: duration > 0 ? time / duration : 0,
        [property]: value,
        easing,
      }));
    }

    function element(tag, style) {
      const node = document.createElement(tag);
      node.style.cssText = style;
      return node;
    }

    function pauseAt(animation, time) {
      animation.pause();
      animation.currentTime = time;
    }

    """#

  /// The part of the player for documents with layers that are paired on both screens.
  static let viewTransition = #"""
    // Lets `update` change the page as a view transition: elements whose `view-transition-name` is a layer's `pair` move
    // as that layer, and all else cross-fades. `canvas` is an element that lies where the canvas does.
    export function transitionView(
      { layers, duration },
      update,
      canvas = document.documentElement,
    ) {
      const transition = document.startViewTransition(update);
      const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      transition.ready.then(() => {
        const animate = (part, frames) =>
          document.documentElement.animate(frames, {
            duration,
            fill: "both",
            pseudoElement: `::view-transition-${part}`,
          });
        const pairs = layers.filter(({ pair }) => pair);
        for (const name of ["root", ...pairs.map(({ pair }) => pair)]) {
          animate(`old(${name})`, { opacity: [1, 0] });
          animate(`new(${name})`, { opacity: [0, 1] });
        }
        const { left, top } = canvas.getBoundingClientRect();
        for (const { pair, style = "", motion = {} } of isReduced ? [] : pairs) {
          const group = `group(${pair})`;
          const still = element(
            "div",
            `left: ${left}px; top: ${top}px; transform-origin: 0 0; ${style}`,
          ).style;
          for (const property of still) {
            const name = property.replace(/-(.)/g, (_, letter) =>
              letter.toUpperCase(),
            );
            const value = still.getPropertyValue(property);
            animate(group, { [name]: [value, value] });
          }
          for (const [property, frames] of Object.entries(motion)) {
            animate(group, keyframes(property, frames, duration));
          }
        }
      });
      return transition;
    }

    """#

  /// The module of a film, with the player functions that the film needs.
  static func module(_ film: CodeTree, hasPairs: Bool) -> String {
    var text = """
      import * as player from "./player.js";

      // The layers, each with its element's style and its keyframes: [milliseconds, value, easing].
      \(film.lines(after: "export const film = ", end: ";", width: 80))

      export const mount = (host, options) => player.mount(film, host, options);

      """
    if hasPairs {
      text += """

        export const transitionView = (update, canvas) =>
          player.transitionView(film, update, canvas);

        """
    }
    return text
  }

  /// The index module of a flow, which exports the module of each move under a separate name.
  static func index(_ moves: [ExportNames]) -> ExportedFile {
    ExportedFile(
      "index.js",
      moves.map {
        "export * as \(ExportNames.camel($0.title, upper: false)) from \"./\($0.title).js\";\n"
      }.joined())
  }

  /// A web page that shows films: it plays them, follows a slider, and begins at the time of the URL fragment
  /// `#t=SECONDS`, or at the move of `#move=NAME`. The page contains the modules, because browsers do not
  /// load modules from local files.
  static func page(
    _ player: String, _ films: [(names: ExportNames, film: CodeTree)], _ names: ExportNames
  ) -> String {
    let title = names.title.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    let list = CodeTree.array(films.map(\.film)).lines(after: "const films = ", end: ";", width: 80)
    let choice =
      films.count > 1
      ? "<select id=\"move\" aria-label=\"Move\">"
        + films.map { "<option>\($0.names.title)</option>" }.joined() + "</select>\n    " : ""
    return #"""
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\#(title)</title>
      <style>
        body { margin: 0; font: 14px system-ui, sans-serif; color-scheme: light dark }
        main { display: grid; gap: 12px; padding: 16px; justify-items: start }
        input { width: min(100%, 360px) }
      </style>
      <main>
        <div id="stage"></div>
        \#(choice)<div><button id="play">Play</button> <button id="reverse">Reverse</button></div>
        <input id="time" type="range" min="0" max="1" step="0.001" value="0" aria-label="Progress">
      </main>
      <script type="module">
      \#(list)

      \#(player.replacing("export function", with: "function"))
      const [stage, slider, move] = ["stage", "time", "move"].map((id) => document.getElementById(id));
      const start = new URLSearchParams(location.hash.slice(1));
      let player;
      function show(film) {
        stage.replaceChildren();
        player = mount(film, stage);
      }
      slider.oninput = () => player.progress(slider.value);
      document.getElementById("play").onclick = () => { player.seek(0); player.play(); };
      document.getElementById("reverse").onclick = () => { player.seek(player.duration); player.reverse(); };
      if (move) {
        move.onchange = () => { show(films[move.selectedIndex]); player.play(); };
        if (start.has("move")) move.value = start.get("move");
      }
      show(films[Math.max(0, move?.selectedIndex ?? 0)]);
      if (start.has("t")) player.seek(Number(start.get("t")));
      else player.play();
      </script>
      </html>

      """#
  }
}
