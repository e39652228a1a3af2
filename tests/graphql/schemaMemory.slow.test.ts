// The schema of a large site leaves room in a function with 512 MB, and is soon there.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schemaOf } from '../../lib/graphql/index.ts';
import { buildSchema } from '../../lib/schema/index.ts';
import { largeSite } from '../mcp/largeSite.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // V8 adds it

/** Bytes of objects that something refers to. */
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it('takes less than 32 MB and 2 s with 150 types of 60 attributes, also when each type was used', () => {
  const { schema } = buildSchema(largeSite(150));
  if (schema === undefined) throw new Error('The content types are not valid');
  const before = heap();
  const start = process.cpuUsage();
  const graphql = schemaOf(schema);
  const fields = Object.keys(graphql.getQueryType()?.getFields() ?? {}).filter((name) => name.endsWith('_connection'));
  expect(fields.length).toBeGreaterThanOrEqual(150);
  for (const name of fields) {
    const document = parse(
      `{ ${name}(filters: { and: [{ createdAt: { notNull: true } }] }) { nodes { __typename createdAt } } }`,
    );
    validate(graphql, document);
  }
  const { user, system } = process.cpuUsage(start);
  const megabytes = (heap() - before) / 2 ** 20;
  expect(schemaOf(schema)).toBe(graphql);
  expect(megabytes).toBeLessThan(32);
  expect((user + system) / 1e6).toBeLessThan(2);
  // It is kept.
  expect(megabytes).toBeGreaterThan(1);
});
