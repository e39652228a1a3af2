// GraphQL: values of every type, in and out, and filters by them.
import type { Scenario } from '../player.ts';

/** Values as they are written in a document, by attribute of seeds. */
const literals: Readonly<Record<string, readonly string[]>> = {
  name: ['"a"', '""', 'null', '5', 'true', '"""block"""', '["a"]', 'red', '"\\u00e9\\n"'],
  short: ['"abc"', '"a"', '"abcdef"'],
  code: ['"AB12"', '"ab12"'],
  text: ['"more than twenty characters"'],
  story: ['"ab"'],
  mail: ['"ada@example.org"', '"ada"', '""'],
  slug: ['"a-b"', '"a b"'],
  count: ['5', '0', '11', '1.5', '"5"', 'true', '3000000000', 'null'],
  total: ['12', '-5', '"12"', '"9007199254740993"', '9007199254740993', '"x"', '1.5', 'true', 'null'],
  weight: ['1', '1.25', '1e0', '0.1', '"1.5"', 'null'],
  price: ['12.5', '-3', '1234567.89', '"1.5"', 'true', 'null'],
  sown: ['"2020-02-03"', '"2020-02-03T10:00:00.000Z"', '"2020-13-01"', '"2020-02-30"', '"x"', '5', 'null'],
  opens: ['"10:11:12.345"', '"10:11:12"', '"10:11"', '"25:00:00"', '"x"', '5', 'null'],
  seen: [
    '"2020-02-03T04:05:06.789Z"',
    '"2020-02-03T04:05:06Z"',
    '"2020-02-03T04:05:06+02:00"',
    '"2020-02-03"',
    '"2020-02-03T04:05:06"',
    '1580702706789',
    '"x"',
    'null',
  ],
  stamped: ['"2020-02-03T04:05:06.789Z"', '1580702706789', 'null'],
  rare: ['true', 'false', '"true"', '1', 'null'],
  colour: ['red', 'pale_blue', 'blue', '"red"', '"pale blue"', 'null'],
  data: ['{ a: [1, "x", null, true] }', '[1, 2]', '5', '1.5', 'true', 'null', '{}'],
  card: ['[{ type: "paragraph", children: [{ type: "text", text: "t" }] }]', '[]', '[{ type: "nope" }]', 'null'],
  locale: ['"fr"'],
  publishedAt: ['"2020-02-03T04:05:06.789Z"'],
  documentId: ['"aaaaaaaaaaaaaaaaaaaaaaaa"'],
  createdAt: ['"2020-02-03T04:05:06.789Z"'],
  id: ['5'],
};

/** Values as variables. */
const variables: Readonly<Record<string, readonly unknown[]>> = {
  name: ['a', 5, null, ['a'], {}],
  count: [5, 5.5, '5', null],
  total: [12, '12', 1.5, 'x', '12345678901234567', null, {}],
  weight: [1, '1.5'],
  price: [12.5, '12.5'],
  sown: ['2020-02-03', 'x', 5, {}, null],
  opens: ['10:11:12.345', '10:11', 5, null],
  seen: ['2022-03-17T15:06:57.000Z', '2022-03-17', {}, [], 'something', 5, null],
  rare: [true, 'true', 1],
  colour: ['red', 'pale_blue', 'pale blue', 5, null],
  data: [{ a: 1 }, [1], 5, true, null, { $where: 1, 'a.b': 2 }],
  card: [[{ type: 'paragraph', children: [{ type: 'text', text: 't' }] }]],
};

/** Filters of seeds; each is also the label of its step. */
const filters = [
  '{ total: { eq: "9007199254740993" } }',
  '{ total: { eq: 12 } }',
  '{ total: { gt: 1000 } }',
  '{ total: { in: [12, "9007199254740993"] } }',
  '{ total: { eq: "x" } }',
  '{ weight: { lt: 2 } }',
  '{ price: { between: [1, 20] } }',
  '{ price: { eq: 12.5 } }',
  '{ sown: { eq: "2020-02-03" } }',
  '{ sown: { gte: "2020-02-04" } }',
  '{ sown: { in: ["2020-02-03", "2021-01-01"] } }',
  '{ sown: { eq: "x" } }',
  '{ sown: { startsWith: "2020-02-03" } }',
  '{ opens: { lt: "11:00:00" } }',
  '{ opens: { eq: "10:11:12.345" } }',
  '{ seen: { gt: "2020-02-03T00:00:00.000Z" } }',
  '{ seen: { eq: "2020-02-03T06:05:06.789+02:00" } }',
  '{ seen: { eq: "2020-02-03" } }',
  '{ rare: { eq: true } }',
  '{ rare: { ne: true } }',
  '{ rare: { eq: "true" } }',
  '{ colour: { eq: "pale blue" } }',
  '{ colour: { eq: "pale_blue" } }',
  '{ colour: { eqi: "PALE BLUE" } }',
  '{ colour: { contains: "ale" } }',
  '{ colour: { in: ["red", "pale blue"] } }',
  '{ colour: { eq: red } }',
  '{ colour: { notNull: true } }',
  '{ data: { null: true } }',
  '{ data: { notNull: true } }',
  '{ data: { contains: "x" } }',
  '{ data: { eq: { a: 1 } } }',
  '{ mail: { endsWith: "@example.org" } }',
  '{ slug: { eq: "a-b" } }',
  '{ story: { containsi: "ONCE" } }',
  '{ secret: { eq: "hush" } }',
  '{ key: { notNull: true } }',
  '{ key: { startsWith: "$2" } }',
] as const;

export default {
  uses: ['seeds', 'packets'],
  play: async ({ query, make }) => {
    const all =
      'name short code label text story mail slug count total weight price sown opens seen rare colour data card createdAt updatedAt publishedAt';
    await query(
      'every type',
      `mutation { createSeed(data: { name: "every", short: "abc", code: "AB12", label: "l", text: "t", story: "once", mail: "ada@example.org", slug: "every", count: 5, total: "9007199254740993", weight: 1.5, price: 12.5, sown: "2020-02-03", opens: "10:11:12.345", seen: "2020-02-03T04:05:06.789Z", rare: true, colour: pale_blue, data: { a: [1, "x"] }, card: [{ type: "paragraph", children: [{ type: "text", text: "t" }] }], secret: "hush" }) { ${all} } }`,
    );
    await query('nothing', `mutation { createSeed(data: {}) { ${all} stamped } }`);
    for (const [attribute, values] of Object.entries(literals))
      for (const value of values)
        await query(
          `${attribute}: ${value}`,
          `mutation { createSeed(data: { ${attribute}: ${value} }) { ${attribute === 'locale' ? 'name' : attribute} } }`,
        );
    for (const [attribute, values] of Object.entries(variables))
      for (const value of values)
        await query(
          `${attribute} = ${JSON.stringify(value)}`,
          `mutation($d: SeedInput!) { createSeed(data: $d) { ${attribute} } }`,
          { d: { [attribute]: value } },
        );
    for (const [type, value] of [
      ['String', 'a'],
      ['Int', 5],
      ['Float', 1.5],
      ['Boolean', true],
    ] as const)
      await query(
        `JSON of a variable in a value: ${type}`,
        `mutation($v: ${type}) { createSeed(data: { data: { v: $v } }) { data } }`,
        {
          v: value,
        },
      );
    await query('two faults', 'mutation { createSeed(data: { count: 99, mail: "x" }) { name } }');
    await query('a taken label', 'mutation { createSeed(data: { label: "l" }) { name } }');
    await query('a password', 'mutation { createSeed(data: { name: "p", key: "longenough" }) { name } }');
    await query('a password is read', '{ seeds(filters: { name: { eq: "p" } }) { name key } }');
    await query('a short password', 'mutation { createSeed(data: { key: "a" }) { name } }');
    await query('a private value is written', 'mutation { createSeed(data: { name: "s", secret: "hush" }) { name } }');
    await query('a private value is read', '{ seeds { secret } }');

    for (const one of filters)
      await query(one, `{ seeds(filters: ${one}, sort: "createdAt", pagination: { limit: 100 }) { name } }`);
    await query('sort by a password', '{ seeds(sort: "key") { name } }');
    await query('sort by a private value', '{ seeds(sort: "secret") { name } }');
    await query(
      'a date as a variable',
      'query($d: Date) { seeds(filters: { sown: { eq: $d }, name: { eq: "every" } }) { sown } }',
      {
        d: '2020-02-03',
      },
    );
    await query(
      'a time and an instant as variables',
      'query($t: Time, $i: DateTime) { seeds(filters: { opens: { eq: $t }, seen: { lte: $i }, name: { eq: "every" } }) { opens seen } }',
      { t: '10:11:12.345', i: '2020-02-03T04:05:06.789Z' },
    );
    await query(
      'a big integer as a variable',
      'query($n: Long) { seeds(filters: { total: { eq: $n }, name: { eq: "every" } }) { total } }',
      {
        n: '9007199254740993',
      },
    );
    await query('an instant that is none', 'query($i: DateTime) { seeds(filters: { seen: { lte: $i } }) { seen } }', {
      i: 'x',
    });

    for (const value of ['{}', '"text"', '5', 'true'])
      await query(`card: ${value}`, `mutation { createSeed(data: { card: ${value} }) { card } }`);
    for (const value of ['"text"', '"{}"', 'red'])
      await query(`data: ${value}`, `mutation { createSeed(data: { data: ${value} }) { data } }`);

    const packet = { name: 'ab', count: 1, sown: '2020-01-01', key: 'a' };
    await query(
      'required values and defaults',
      'mutation($d: PacketInput!) { createPacket(data: $d) { name count sown rare colour slug data motto weight } }',
      {
        d: packet,
      },
    );
    await query('required values are missing', 'mutation { createPacket(data: {}) { name } }');
    await query(
      'required values are null',
      'mutation { createPacket(data: { name: null, count: null, rare: null, colour: null, data: null }) { name } }',
    );
    await query(
      'a draft without required values',
      'mutation { createPacket(status: DRAFT, data: { motto: "m" }) { documentId motto weight } }',
    );
    await query('it is read', '{ packets(status: DRAFT, sort: "motto") { motto name } }');
    await query('it is read without them', '{ packets(status: DRAFT, sort: "motto") { motto } }');
    await query('the password of a packet', '{ packets { name key } }');
    await make('/api/packets', { ...packet, code: 'abc' });
    await query('unique values', 'mutation($d: PacketInput!) { createPacket(data: $d) { name } }', {
      d: { ...packet, code: 'abc' },
    });
  },
} satisfies Scenario;
