// @ts-check
// A fresh process: how long one bundle takes to be imported and to be ready for its first question, in milliseconds. Imports
// nothing itself, so that nothing is loaded before.
const { performance, process } = globalThis;

const began = performance.now();
const cpu = process.cpuUsage();
/** @type {unknown} */
const imported = await import(String(process.argv[2]));
const bundle = /** @type {{ ready: () => Promise<unknown> }} */ (imported);
await bundle.ready();
const wall = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1000 }));
process.exit();

export {};
