// @ts-check
// Measures in a fresh process how long a bundle takes to load, to connect and to answer its first request, in milliseconds. Its last
// line of output is the result. It imports nothing itself, so that the bundle loads everything it needs.
const { performance, process } = globalThis;

const [, , file = '', name = '', event = ''] = process.argv;
const began = performance.now();
const cpu = process.cpuUsage();
/** @type {unknown} */
const imported = await import(file);
const bundle =
  /** @type {Record<string, (event: unknown, context: object) => Promise<{ statusCode: number, body: string }>>} */ (
    imported
  );
const answer = await bundle[name]?.(JSON.parse(event), {});
const wall = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${JSON.stringify({ wall, cpu: (user + system) / 1000, ...answer })}\n`);
process.exit();

export {};
