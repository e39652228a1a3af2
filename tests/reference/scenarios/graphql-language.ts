// GraphQL: aliases, fragments, directives, variables and operations.
import type { Scenario } from '../player.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Documents with their variables; each document is also the label of its step. */
const documents: readonly (readonly [string, Variables?])[] = [
  ['{ a: plants(sort: "name") { n: name } b: plants(sort: "name:desc") { n: name } }'],
  ['{ plants(sort: "name") { n: name n: height } }'],
  ['{ plants(sort: "name") { a: gardeners(sort: "name") { name } b: gardeners(sort: "name:desc") { name } } }'],
  [
    '{ plants(sort: "name") { a: gardeners(filters: { name: { eq: "Ada" } }) { name } b: gardeners(filters: { name: { eq: "Bob" } }) { born } } }',
  ],
  ['{ plants(sort: "name") { a: gardeners_connection { nodes { name } } gardeners { born } } }'],
  ['{ plants(sort: "name") { a: bed { name } b: bed { area } } }'],
  ['{ plants(sort: "name") { bed { name } bed { area } } }'],
  ['{ plants(sort: "name") { gardeners { name } gardeners { born } } }'],
  ['{ plants(sort: "name") { gardeners(sort: "name") { name } gardeners { born } } }'],
  ['{ plants(sort: "name") { x: name y: name documentIdOfBed: bed { documentId } } }'],
  ['{ plants(sort: "name") { name } plants(sort: "name") { height } }'],
  ['{ plants(sort: "name") { name } plants { height } }'],
  ['{ plants(sort: "name") { __typename name bed { __typename } } __typename }'],
  ['{ plants(sort: "name") { ...P } } fragment P on Plant { name bed { ...B } } fragment B on Bed { name }'],
  ['{ plants(sort: "name") { ... on Plant { name ... { height } } } }'],
  ['{ plants(sort: "name") { ... on Bed { name } } }'],
  ['{ plants(sort: "name") { ...Nope } }'],
  ['{ plants(sort: "name") { name } } fragment P on Plant { name }'],
  ['{ plants(sort: "name") { ...P } } fragment P on Plant { name ...P }'],
  ['{ plants(sort: "name") { ...P } } fragment P on Plant { ...Q } fragment Q on Plant { ...P }'],
  ['{ plants(sort: "name") { ...P } } fragment P on Nope { name }'],
  ['{ ...Q } fragment Q on Query { plants(sort: "name") { name } }'],
  ['query($w: Boolean!) { plants(sort: "name") { name @include(if: $w) height @skip(if: $w) } }', { w: true }],
  ['query($w: Boolean!) { plants(sort: "name") { name bed @include(if: $w) { name } } }', { w: false }],
  [
    'query($w: Boolean!) { a: plants(sort: "name") @include(if: $w) { name } b: beds @skip(if: $w) { name } }',
    { w: true },
  ],
  [
    'query($w: Boolean!) { plants(sort: "name") { ...P @include(if: $w) height } } fragment P on Plant { name }',
    { w: false },
  ],
  ['query($w: Boolean!) { plants(sort: "name") { ... @skip(if: $w) { name } height } }', { w: true }],
  ['{ plants(sort: "name") { name @include(if: false) } }'],
  ['{ plants(sort: "name") { name @include(if: true) @skip(if: true) height } }'],
  ['{ plants(sort: "name") { name @include } }'],
  ['{ plants(sort: "name") { name @nope } }'],
  [
    'query($f: PlantFiltersInput, $s: [String], $p: PaginationArg) { plants(filters: $f, sort: $s, pagination: $p) { name } }',
  ],
  [
    'query($f: PlantFiltersInput, $s: [String] $p: PaginationArg, $t: PublicationStatus) { plants(filters: $f, sort: $s, pagination: $p, status: $t) { name } }',
    { f: { bed: { name: { startsWith: 'n' } } }, s: ['name:desc'], p: { page: 1, pageSize: 5 }, t: 'PUBLISHED' },
  ],
  ['query($f: PlantFiltersInput) { plants(filters: $f) { name } }', { f: { nope: { eq: 1 } } }],
  ['query($f: PlantFiltersInput) { plants(filters: $f) { name } }', { f: { name: { $eq: 'fern' } } }],
  ['query($f: PlantFiltersInput) { plants(filters: $f) { name } }', { f: { height: { gt: 'x' } } }],
  ['query($f: PlantFiltersInput) { plants(filters: $f) { name } }', { f: 'name' }],
  ['query($f: PlantFiltersInput!) { plants(filters: $f) { name } }', {}],
  ['query($n: String = "fern") { plants(filters: { name: { eq: $n } }) { name } }'],
  ['query($n: String = "fern") { plants(filters: { name: { eq: $n } }) { name } }', { n: 'moss' }],
  ['query($n: String = "fern") { plants(filters: { name: { eq: $n } }, sort: "name") { name } }', { n: null }],
  ['query($n: String) { plants(filters: { name: { eq: $n } }, sort: "name") { name } }'],
  ['query($n: [String!]!) { plants(filters: { name: { in: $n } }) { name } }', { n: ['fern'] }],
  ['query($n: String) { plants(filters: { name: { in: [$n, "moss"] } }, sort: "name") { name } }', { n: 'fern' }],
  ['query($n: Int) { plants(filters: { name: { eq: $n } }) { name } }', { n: 5 }],
  ['query($n: Nope) { plants(filters: { name: { eq: $n } }) { name } }', { n: 5 }],
  ['query($n: String) { plants(sort: "name") { name } }', { n: 'x' }],
  ['{ plants(filters: { name: { eq: $n } }) { name } }', { n: 'x' }],
  ['query($n: String, $n: String) { plants(filters: { name: { eq: $n } }) { name } }', { n: 'x' }],
  ['query($s: String) { plants(sort: [$s, "height"]) { name } }', { s: 'name' }],
  ['query($t: PublicationStatus) { plants(status: $t, sort: "name") { name } }', { t: 'NOPE' }],
  ['query($t: PublicationStatus) { plants(status: $t, sort: "name") { name } }', { t: 'draft' }],
  ['query($t: PublicationStatus) { plants(status: $t, sort: "name") { name } }', { t: null }],
  ['query A { plants(sort: "name") { name } } query A { beds { name } }'],
  ['query A { plants(sort: "name") { name } } { beds { name } }'],
  ['subscription { plants { name } }'],
  ['fragment P on Plant { name }'],
  ['{ plants(sort: "name", sort: "name") { name } }'],
  ['{ plants(nope: 1) { name } }'],
  ['{ plants }'],
  ['{ }'],
  ['{ plants { name }'],
  ['{ plants(sort: "name) { name } }'],
  ['{ plants(sort: """name""") { name } }'],
  ['# a comment\n{ plants(sort: "name"),, { name } }'],
  ['{ plants(sort: "name") { data { id attributes { name } } } }'],
  ['{ plants(sort: "name") { attributes { name } } }'],
  ['{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }'],
  ['{ __type(name: "Plant") { name kind fields { name type { name kind ofType { name kind } } } } }'],
  ['{ __type(name: "PlantInput") { name kind inputFields { name type { name kind ofType { name } } defaultValue } } }'],
  ['{ __type(name: "ENUM_SEED_COLOUR") { kind enumValues { name isDeprecated } } }'],
  ['{ __type(name: "GuideBodyDynamicZone") { kind possibleTypes { name } } }'],
  ['{ __type(name: "Nope") { name } }'],
];

export default {
  uses: ['plants', 'beds', 'gardeners'],
  play: async ({ query, make, send }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada', born: '1980-05-01' })).documentId;
    const bob = (await make('/api/gardeners', { name: 'Bob', born: '1995-05-01' })).documentId;
    const north = (await make('/api/beds', { name: 'north', area: 12.5 })).documentId;
    await make('/api/plants', { name: 'fern', height: 3, bed: north, gardeners: [bob, ada] });
    await make('/api/plants', { name: 'moss', height: 1, gardeners: [ada] });
    for (const [document, variables] of documents)
      await query(variables === undefined ? null : `${document} ${JSON.stringify(variables)}`, document, variables);
    const two = 'query A { plants(sort: "name") { name } } query B { beds { name } }';
    await send('two operations', 'POST', '/graphql', { body: { query: two } });
    for (const operationName of ['A', 'B', 'C', '', null])
      await send(`operation ${String(operationName)}`, 'POST', '/graphql', { body: { query: two, operationName } });
    await query(
      'deep',
      `{ plants(sort: "name") ${'{ name gardeners { name plants '.repeat(4)}{ name }${' } }'.repeat(4)} }`,
    );
  },
} satisfies Scenario;
