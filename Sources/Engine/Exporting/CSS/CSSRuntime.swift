internal import Scenes

/// The functions that every exported module contains beside its data.
enum CSSRuntime {
  static let module = #"""
    // Builds the layers in `host` and returns how they are played. Where the reader asks for less motion, or
    // `motion` is "reduced", the last moment fades in over the first.
    export function mount(host, { motion = "auto", assets = "./" } = {}) {
      const isReduced =
        motion === "reduced" || (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
      const canvas = element("div", `position: relative; overflow: hidden; background: ${background};
        width: ${size.width}px; height: ${size.height}px`);
      canvas.dataset.canvas = name;
      host.append(canvas);
      const animations = [];
      if (isReduced) {
        const [before, after] = [build(canvas, assets), build(canvas, assets)];
        for (const animation of before.animations) pauseAt(animation, 0);
        for (const animation of after.animations) pauseAt(animation, duration);
        animations.push(after.root.animate({ opacity: [0, 1] }, { duration, fill: "both" }));
      } else {
        animations.push(...build(canvas, assets).animations);
      }
      const each = (act) => animations.forEach(act);
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
        progress: (fraction) => each((animation) => pauseAt(animation, fraction * duration)),
        reverse: () => each((animation) => animation.reverse()),
      };
    }

    function build(canvas, assets) {
      const root = canvas.appendChild(element("div", "position: absolute; inset: 0"));
      const animations = [];
      const places = new Map();
      const animate = (target, property, frames) => {
        animations.push(target.animate(keyframes(property, frames), { duration, fill: "both" }));
      };
      for (const layer of layers) {
        const box = element("div", `position: absolute; left: 0; top: 0; transform-origin: 0 0; ${layer.style}`);
        box.dataset.layer = layer.id;
        for (const shown of layer.shows ?? []) box.append(child(shown, assets, animate));
        (places.get(layer.parent) ?? root).append(box);
        places.set(layer.name, box);
        for (const [property, frames] of Object.entries(layer.motion ?? {})) animate(box, property, frames);
      }
      return { root, animations };
    }

    function child(shown, assets, animate) {
      const full = "position: absolute; left: 0; top: 0; width: 100%; height: 100%;";
      let node;
      if (shown.path !== undefined) {
        node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        node.style.cssText = `${full} overflow: visible`;
        const path = node.appendChild(document.createElementNS(node.namespaceURI, "path"));
        path.style.cssText = `d: path("${shown.path}"); fill: ${shown.fill}; fill-rule: ${shown.rule};
          stroke: ${shown.stroke ?? "none"}; stroke-width: ${shown.width ?? 0}; stroke-linecap: ${shown.cap ?? "butt"};
          stroke-linejoin: ${shown.join ?? "miter"}; stroke-dasharray: ${shown.dashes?.join(" ") ?? "none"}`;
        if (shown.trim) {
          path.setAttribute("pathLength", "1");
          animate(path, "strokeDasharray", shown.trim);
        }
      } else if (shown.picture) {
        node = element("img", `${full} ${shown.style}`);
        node.alt = "";
        node.src = assets + shown.picture;
      } else {
        node = element("div", `position: absolute; ${shown.style}`);
      }
      for (const property of ["visibility", "opacity", "translate", "scale", "filter"]) {
        if (shown[property]) animate(node, property, shown[property]);
      }
      if (shown.inner) node.append(child(shown.inner, assets, animate));
      return node;
    }

    function keyframes(property, frames) {
      return frames.map(([time, value, easing = "linear"]) => ({
        offset: duration > 0 ? time / duration : 0, [property]: value, easing,
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

  /// The part of the module for documents in which layers of both screens are paired.
  static let viewTransition = #"""
    // Lets `update` change the page as a view transition: elements whose `view-transition-name` is a layer's `pair` move
    // as that layer, and all else cross-fades. `canvas` is an element that lies where the canvas does.
    export function transitionView(update, canvas = document.documentElement) {
      const transition = document.startViewTransition(update);
      const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      transition.ready.then(() => {
        const animate = (part, frames) => document.documentElement.animate(
          frames, { duration, fill: "both", pseudoElement: `::view-transition-${part}` });
        const pairs = layers.filter(({ pair }) => pair);
        for (const name of ["root", ...pairs.map(({ pair }) => pair)]) {
          animate(`old(${name})`, { opacity: [1, 0] });
          animate(`new(${name})`, { opacity: [0, 1] });
        }
        const { left, top } = canvas.getBoundingClientRect();
        for (const { pair, style, motion = {} } of isReduced ? [] : pairs) {
          const group = `group(${pair})`;
          const still = element("div", `left: ${left}px; top: ${top}px; transform-origin: 0 0; ${style}`).style;
          for (const property of still) {
            const name = property.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
            const value = still.getPropertyValue(property);
            animate(group, { [name]: [value, value] });
          }
          for (const [property, frames] of Object.entries(motion)) animate(group, keyframes(property, frames));
        }
      });
      return transition;
    }

    """#

  /// A page that shows the module: it plays, follows a slider, and begins at `#t=SECONDS`. The module is
  /// embedded, since browsers load no modules from files.
  static func page(_ module: String, _ names: ExportNames) -> String {
    let title = names.title.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
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
        <div><button id="play">Play</button> <button id="reverse">Reverse</button></div>
        <input id="time" type="range" min="0" max="1" step="0.001" value="0" aria-label="Progress">
      </main>
      <script type="module">
      \#(module)
      const player = mount(document.getElementById("stage"));
      const slider = document.getElementById("time");
      slider.oninput = () => player.progress(slider.value);
      document.getElementById("play").onclick = () => { player.seek(0); player.play(); };
      document.getElementById("reverse").onclick = () => { player.seek(player.duration); player.reverse(); };
      const start = location.hash.match(/^#t=([0-9.]+)$/);
      if (start) player.seek(Number(start[1]));
      else player.play();
      </script>
      </html>

      """#
  }
}
