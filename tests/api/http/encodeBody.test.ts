// The JSON of answers: the same in pieces, and not more of it than can be sent.
import { expect, it } from 'vitest';
import { encodeBody } from '../../../lib/api/http/encodeBody.ts';
import { Timings } from '../../../lib/platform/timings.ts';

const { reader } = new Timings();
const encode = (body: unknown, maxLength = Infinity): Promise<string> => encodeBody(body, reader, maxLength);

const list = (count: number, text = 'é"\n'): readonly object[] =>
  Array.from({ length: count }, (_, id) => ({ id, text, at: new Date(id), none: undefined, list: [id, null] }));

it.each<[what: string, body: unknown]>([
  ['a list', { data: list(30), meta: { pagination: { total: 3 } } }],
  ['a long list of long texts', { data: list(40, 'x'.repeat(100_000)), meta: {} }],
  ['a list without meta', { data: list(9) }],
  ['a list that ends with its sample', { data: list(8), meta: {} }],
  ['a list of what JSON has not', { data: Array.from({ length: 20 }, () => undefined), meta: {} }],
  ['a list at another place', { meta: {}, data: list(30) }],
  ['an object', { data: { id: 1 }, meta: {} }],
  ['a list alone', list(30)],
  ['a text', 'text'],
])('%s is what JSON.stringify writes', async (_what, body) => {
  expect(await encode(body)).toBe(JSON.stringify(body));
});

it('ends as soon as a list is too long', async () => {
  let written = 0;
  const data = Array.from({ length: 100 }, () => ({
    toJSON: () => {
      written += 1;
      return 'x'.repeat(100_000);
    },
  }));
  expect((await encode({ data, meta: {} }, 1_000_000)).length).toBeGreaterThan(1_000_000);
  expect(written).toBeLessThan(30);
});
