// Random documents: none is a 500, and none has an answer over its limit.
import { expect, it } from 'vitest';
import { schemaOf } from '../../lib/graphql/index.ts';
import { seededRandom } from '../access/leaks/random.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { lengthOf } from '../setup/lengthOf.ts';
import { museum, seedMuseum } from '../setup/museum/seed.ts';
import { DocumentMaker } from './randomDocuments.ts';

const schema = await museum();
const maxResponseBytes = 1_000;
const rest = { ...testConfig.api.rest, maxResponseBytes };
const api = createApi(schema, { ...testConfig, api: { rest } });

const documents = lengthOf('LECTERN_DOCUMENTS', { short: 2_000, long: 50_000 });

it('none is a 500, or has an answer over its limit', async () => {
  const ids = [...(await seedMuseum(api)).values()];
  const maker = new DocumentMaker(schemaOf(schema), seededRandom(1), ids);
  const codes = new Map<string, number>();
  for (let index = 0; index < documents; index++) {
    const body = maker.make();
    const { status, body: answer } = await api.request('POST', '/graphql', { body });
    const text = JSON.stringify(answer);
    const about = `${body.query} ${JSON.stringify(body.variables)} ${text.slice(0, 2_000)}`;
    expect([200, 400], about).toContain(status);
    expect(JSON.stringify(answer.data ?? null).length, about).toBeLessThan(maxResponseBytes);
    expect(text, about).not.toMatch(/INTERNAL_SERVER_ERROR|stacktrace|node_modules|\.ts:|MongoServerError/);
    const code: string = answer.error?.name ?? answer.errors?.[0].extensions.code ?? 'none';
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  // Otherwise it would try little but refusals.
  expect(codes.get('none')).toBeGreaterThan(documents / 5);
  expect([...codes.keys()]).toEqual(
    expect.arrayContaining(['BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']),
  );
}, 600_000);
