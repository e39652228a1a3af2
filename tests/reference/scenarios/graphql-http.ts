// GraphQL: how requests are sent, and those that are refused before a document is read.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const json = { 'Content-Type': 'application/json' };
const list = '{ tools { name } }';

const get = (parameters: Readonly<Record<string, string>>): string =>
  `/graphql?${new URLSearchParams(parameters).toString()}`;

/** Requests of GET, by their label. */
const gets: Readonly<Record<string, readonly [Readonly<Record<string, string>>, Call['headers']?]>> = {
  'a query': [{ query: list }, json],
  'a query without a type': [{ query: list }],
  'a query with a header of Apollo': [{ query: list }, { 'apollo-require-preflight': 'true' }],
  'a query with the name of its operation in a header': [{ query: list }, { 'x-apollo-operation-name': 'a' }],
  'a query with variables': [
    { query: 'query($n: String) { tools(filters: { name: { eq: $n } }) { name } }', variables: '{"n":"rake"}' },
    json,
  ],
  'variables that are no JSON': [{ query: list, variables: '{' }, json],
  'variables that are a list': [{ query: list, variables: '[]' }, json],
  'one of two operations': [
    { query: 'query A { tools { name } } query B { beds { name } }', operationName: 'B' },
    json,
  ],
  'a mutation': [{ query: 'mutation { createTool(data: { name: "x" }) { name } }' }, json],
  'an empty query': [{ query: '' }, json],
  nothing: [{}, json],
  'a hash that is not known': [
    { extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }) },
    json,
  ],
};

/** Bodies of POST; texts are sent as they are. */
const bodies: Readonly<Record<string, unknown>> = {
  'a query': { query: list },
  'variables that are null': { query: list, variables: null },
  'variables that the document does not name': { query: list, variables: { a: 1 } },
  'variables that are a text': { query: list, variables: '{}' },
  'variables that are a list': { query: list, variables: [] },
  'variables that are a number': { query: list, variables: 1 },
  'an operation name that is a number': { query: list, operationName: 1 },
  'extensions that are a text': { query: list, extensions: 'x' },
  'extensions that are null': { query: list, extensions: null },
  'another key': { query: list, nope: 1 },
  'a query that is a number': { query: 5 },
  'a query that is null': { query: null },
  'a query that is empty': { query: '' },
  'a query that is spaces': { query: '  ' },
  'no query': { variables: {} },
  'an empty object': {},
  'a list of queries': [{ query: list }, { query: list }],
  'an empty list': [],
  'no JSON': '{',
  'a text': '"x"',
  'a number': '5',
  null: 'null',
  'an empty body': '',
  'a hash that is not known': { extensions: { persistedQuery: { version: 1, sha256Hash: 'b'.repeat(64) } } },
  'a hash of another query': {
    query: list,
    extensions: { persistedQuery: { version: 1, sha256Hash: 'c'.repeat(64) } },
  },
  'a hash of another version': {
    query: list,
    extensions: { persistedQuery: { version: 2, sha256Hash: 'd'.repeat(64) } },
  },
};

export default {
  uses: ['tools', 'beds'],
  play: async ({ send, query, make }) => {
    await make('/api/tools', { name: 'rake' });
    for (const [label, [parameters, headers]] of Object.entries(gets))
      await send(`GET: ${label}`, 'GET', get(parameters), headers === undefined ? {} : { headers });
    for (const [label, body] of Object.entries(bodies)) await send(`POST: ${label}`, 'POST', '/graphql', { body });
    await send('POST: without a body', 'POST', '/graphql', { headers: json });
    const types = ['text/plain', 'application/graphql', 'application/graphql+json', 'application/json; charset=utf-8'];
    for (const type of types)
      await send(`POST: as ${type}`, 'POST', '/graphql', {
        body: JSON.stringify({ query: list }),
        headers: { 'Content-Type': type },
      });
    for (const accept of ['application/graphql-response+json', '*/*', 'application/xml']) {
      await send(`accepts ${accept}`, 'POST', '/graphql', { body: { query: list }, headers: { accept } });
      await send(`accepts ${accept}, and fails`, 'POST', '/graphql', {
        body: { query: '{ nope }' },
        headers: { accept },
      });
    }
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      await send(`the method ${method}`, method, '/graphql', { body: { query: list } });
    await query('with a token that is none', list, undefined, { token: 'x' });
    await query('without credentials', list, undefined, null);
    await query('a type without credentials', '{ __typename }', undefined, null);
    await query('the schema without credentials', '{ __schema { queryType { name } } }', undefined, null);
    await query('an invalid document without credentials', '{ nope }', undefined, null);
  },
} satisfies Scenario;
