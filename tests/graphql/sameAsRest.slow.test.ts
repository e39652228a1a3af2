// Random reads have in GraphQL what they have in REST: documents, their order and number, and errors.
import { join } from 'node:path';
import { GraphQLString } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { scalarFilters } from '../../lib/graphql/scalars.ts';
import { builtInUids, loadSchema } from '../../lib/schema/index.ts';
import { QueryGenerator } from '../access/leaks/queries.ts';
import { seededRandom } from '../access/leaks/random.ts';
import { generateWorld, storeWorld } from '../access/leaks/world.ts';
import { createApi } from '../setup/api.ts';
import { lengthOf } from '../setup/lengthOf.ts';
import { expectSameThroughGraphql, toGraphqlCall } from './throughGraphql.ts';

const reads = lengthOf('LECTERN_READS', { short: 1_000, long: 20_000 });

describe.each(['museum', 'atlas'])('in the %s', async (name) => {
  const { schema } = await loadSchema(join(import.meta.dirname, `../schemas/${name}`));
  const api = createApi(schema);
  const random = seededRandom(8);
  const queries = new QueryGenerator(schema, random);
  const types = [...schema.served].filter(([, { uid }]) => uid !== builtInUids.user);

  beforeAll(async () => {
    for (const code of ['fr']) await api.request('POST', '/api/i18n/locales', { body: { code, name: code } });
    await storeWorld(api, schema, generateWorld(schema, random));
  });

  const compare = async (url: string) => {
    const reply = await api.get(url);
    await expectSameThroughGraphql(api.service(), api.request, { method: 'GET', url }, reply);
    return reply;
  };

  it.runIf(name === 'museum')(
    'each operator compares each kind of value',
    async () => {
      const [answered, decided] = [new Set<string>(), new Set<string>()];
      for (const [served, type] of types) {
        if (type.kind === 'singleType') continue;
        const { length: all } = (await api.get(`/api/${served}?status=draft`)).body.data;
        for (let round = 0; round < 20; round++)
          for (const { kind, operator, query } of queries.comparisons(type)) {
            const [url, key] = [`/api/${served}?status=draft&${query}`, `${kind} ${operator}`];
            // Values are random, so some need more rounds until they find a part of the documents.
            const isDone = round > 0 && (decided.has(key) || !answered.has(key));
            if (isDone || toGraphqlCall(schema, 'GET', url) === undefined) continue;
            const { status, body } = await compare(url);
            if (status !== 200) continue;
            answered.add(key);
            if (body.data.length > 0 && body.data.length < all) decided.add(key);
          }
      }
      expect(
        [...answered].filter((one) => !decided.has(one)),
        'each finds some documents, and not all',
      ).toEqual([]);
      const texts = [...decided].flatMap((one) => (one.startsWith('text ') ? [one.slice('text $'.length)] : []));
      const filter = scalarFilters.get(GraphQLString)?.getFields() ?? {};
      expect(texts.sort()).toEqual(
        Object.keys(filter)
          .filter((name) => !/^(?:and|or|not)$/.test(name))
          .sort(),
      );
    },
    600_000,
  );

  it('a random query has the same documents', async () => {
    let [sent, found] = [0, 0];
    while (sent < reads) {
      const { url, headers } = queries.request(types);
      if (Object.keys(headers).length > 0 || toGraphqlCall(schema, 'GET', url) === undefined) continue;
      const { status, body } = await compare(url);
      sent += 1;
      if (status === 200 && [body.data].flat().length > 0) found += 1;
    }
    expect(found).toBeGreaterThan(reads / 3);
  }, 600_000);
});
