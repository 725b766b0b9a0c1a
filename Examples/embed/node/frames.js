// node frames.js FILE.json DIR [N]: every frame of a document as raw RGBA. With N a worker cancels after N frames.
const { writeFileSync } = require("node:fs");
const { Worker, isMainThread, workerData, parentPort } = require("node:worker_threads");
const pipeline = require("./addon.node");

const exits = { usage: 64, content: 65, missing: 66, unavailable: 69, cancelled: 130 };

async function main(path, folder, limit) {
  const film = pipeline.open(path);
  console.log(`${film.frames} frames of ${film.width}×${film.height}`);
  const pixels = Buffer.alloc(film.width * film.height * 4);
  for (let number = 0; number < film.frames; number++) {
    pipeline.frame(film.id, number, pixels);
    writeFileSync(`${folder}/${number}.rgba`, pixels);
    if (number + 1 === limit) {
      const other = new Worker(__filename, { workerData: film.id });
      await new Promise((done) => other.once("exit", done));
    }
  }
}

if (isMainThread) {
  const [path, folder, limit] = process.argv.slice(2);
  main(path, folder, Number(limit)).catch((error) => {
    console.error(error.message);
    process.exit(exits[error.code] ?? 1);
  });
} else {
  pipeline.cancel(workerData);
}
