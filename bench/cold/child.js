// @ts-check
// Measures in a fresh process how long a bundle takes to load and to get ready for its first database query, in milliseconds.
// It imports nothing itself, so that the bundle loads everything it needs.
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
