// Makes, prints and uses the GraphQL schema of large content types, as many as the argument says, and writes what each step takes.
import { printSchema, parse, validate } from 'graphql';
import { buildSchema } from '../../lib/schema/index.ts';
import { schemaOf } from '../../lib/graphql/index.ts';
import { largeSite } from '../../tests/mcp/largeSite.ts';

const { schema } = buildSchema(largeSite(Number(process.argv[2])));
if (schema === undefined) throw new Error('The content types are not valid');

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** @returns CPU milliseconds */
const time = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const before = heap();
const makeMs = time(() => schemaOf(schema));
const heapMb = heap() - before;
const graphql = schemaOf(schema);
let sdl = '';
const printMs = time(() => {
  sdl = printSchema(graphql);
});
const document =
  '{ product0s: products0(filters: { attribute0: { eq: "x" } }) { documentId attribute0 others { attribute1 } } }';
const validateMs = time(() => validate(graphql, parse(document)));
process.stdout.write(JSON.stringify({ makeMs, heapMb, printMs, validateMs, sdlKb: sdl.length / 1000 }));
