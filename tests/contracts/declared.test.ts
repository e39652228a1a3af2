// Every operation of /openapi.json outside of content comes from a contract, except those that this file names.
import { expect, it } from 'vitest';
import { allContracts } from '../../lib/allContracts.ts';
import type { Contract } from '../../lib/contracts/index.ts';
import { schemaOf, typeFile } from '../setup/api.ts';
import { describedOf, type Description } from '../describe/openapi/described.ts';

/** Why an operation has no contract. */
const withoutContract: Readonly<Record<string, string>> = {
  'GET /_health': 'says of the process that it runs',
  'GET /_ready': 'says of the process that it can answer',
  'GET /openapi.json': 'is the description',
  'GET /graphql': 'the schema of GraphQL describes it',
  'POST /graphql': 'the schema of GraphQL describes it',
  'POST /mcp': 'the Model Context Protocol describes it',
  'GET /.well-known/oauth-protected-resource': 'RFC 9728 describes it',
  'GET /.well-known/oauth-protected-resource/mcp': 'RFC 9728 describes it',
  'GET /.well-known/oauth-authorization-server': 'RFC 8414 describes it',
  'POST /oauth/register': 'RFC 7591 describes it',
  'POST /oauth/token': 'RFC 6749 describes it',
  'GET /docs': 'is a page',
  'GET /docs/{file}': 'is a file of that page',
  'GET /api/search': 'reads content: the types of the site decide about its query',
  'GET /api/sync': 'reads content: the configuration decides about its query',
  'GET /api/live': 'reads tags of content, also as a stream',
  'POST /api/auth/local/register': 'has the body and the answer that the configuration chooses',
  'GET /scim/v2/{resource}': 'RFC 7644 describes it',
  'POST /scim/v2/{resource}': 'RFC 7644 describes it',
  'GET /scim/v2/{resource}/{id}': 'RFC 7644 describes it',
  'PUT /scim/v2/{resource}/{id}': 'RFC 7644 describes it',
  'PATCH /scim/v2/{resource}/{id}': 'RFC 7644 describes it',
  'DELETE /scim/v2/{resource}/{id}': 'RFC 7644 describes it',
};

const declared = new Set(
  allContracts.flatMap(({ path: base, ofDocuments, operations }: Contract) =>
    Object.values(operations).flatMap(({ method, path = '' }) => {
      const key = `${method} ${base}${path}`;
      return ofDocuments === true ? [key, key.replace('/{documentId}', '')] : [key];
    }),
  ),
);

/** Of a site with all routes: those of reviews need stages. The ids of operations on content begin with the name of their type. */
const options = { draftAndPublish: true, review: ['writing', 'ready'] };
const { paths } = describedOf(schemaOf({ 'book.json': typeFile('book', {}, { options }) }));
const described = Object.entries<Description>(paths).flatMap(([path, methods]) =>
  Object.entries<Description>(methods).flatMap(([method, { operationId }]) =>
    operationId.includes('.') ? [] : [`${method.toUpperCase()} ${path}`],
  ),
);

it('every operation outside of content comes from a contract, or is named here', () => {
  expect(described.filter((one) => !declared.has(one)).sort()).toEqual(Object.keys(withoutContract).sort());
});

it('every operation of a contract is described', () => {
  expect([...declared].filter((one) => !described.includes(one))).toEqual([]);
});
