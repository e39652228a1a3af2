// Describes the routes for health checks, for the description itself, for sync and for search.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { DescribedRoute, Context, SchemaObject } from './types.ts';
import {
  jsonResponse,
  schemaRef,
  text,
  closedObject,
  booleanSchema,
  integer,
  arrayOf,
  nullable,
  requiredObject,
} from './schemaParts.ts';

const aboutSite = { tag: 'Site' } as const;

const health = (): DescribedRoute => ({
  ...aboutSite,
  answers: { 200: jsonResponse('The process runs', schemaRef('Health')) },
});

const ready = (): DescribedRoute => ({
  ...aboutSite,
  answers: { 200: jsonResponse('The process is ready', schemaRef('Health')) },
  errorStatuses: [503],
});

const openapi = (): DescribedRoute => ({
  ...aboutSite,
  description: 'Its examples are documents that the caller may read.',
  parameters: [parameters.ifNoneMatchParameter],
  answers: { 200: jsonResponse('OpenAPI 3.1', { type: 'object' }) },
  errorStatuses: [400, 404],
});

const docs = (): DescribedRoute => ({
  ...aboutSite,
  answers: { 200: { description: 'A page', content: { 'text/html': { schema: text } } } },
  errorStatuses: [404],
});

const docsFile = (): DescribedRoute => ({
  ...aboutSite,
  parameters: [
    parameters.inPath('file', 'the name of the file', { type: 'string', enum: pageFiles }),
    parameters.ifNoneMatchParameter,
  ],
  answers: {
    200: { description: 'A file', content: { 'text/javascript': { schema: text }, 'text/css': { schema: text } } },
  },
  errorStatuses: [404],
});

const mcp = (): DescribedRoute => ({
  ...aboutSite,
  description:
    'A message of the Model Context Protocol (JSON-RPC), with an API token, or the token of an agent of a user.',
  body: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  answers: {
    200: jsonResponse('The answer to the message', { type: 'object' }),
    202: { description: 'A notice was received' },
    // Also errors of the protocol, which have another form than those of the API.
    400: jsonResponse('The message is wrong', { type: 'object' }),
    406: jsonResponse('`Accept` must have JSON and `text/event-stream`', { type: 'object' }),
  },
  errorStatuses: [401, 403, 413],
});

const result = {
  200: jsonResponse('The result, with `data` and perhaps `errors`', { type: 'object' }),
  // Errors of GraphQL, which have another form than those of the API.
  400: jsonResponse('The document or its variables are wrong', { type: 'object' }),
};

const graphql = (): DescribedRoute => ({
  ...aboutSite,
  description:
    'A document of GraphQL as `query`, or its hash in `extensions.persistedQuery`, with `variables` and `operationName`. 404: the site has no GraphQL.',
  body: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  answers: result,
  errorStatuses: [401, 404, 413],
});

const graphqlQuery = (): DescribedRoute => ({
  ...aboutSite,
  description: 'The same for a query. 404: the site has no GraphQL.',
  parameters: ['query', 'variables', 'operationName', 'extensions'].map((name) => ({
    name,
    in: 'query',
    schema: text,
  })),
  answers: { ...result, 405: jsonResponse('The document is no query', { type: 'object' }) },
  errorStatuses: [401, 404],
});

const byRfc = jsonResponse('As the RFC says', { type: 'object' });

const oauth =
  (rfc: number, answers: DescribedRoute['answers'] = { 200: byRfc }, mediaType?: string) =>
  (): DescribedRoute => ({
    tag: 'Agents',
    description: `RFC ${rfc} describes it. 404: agents cannot sign in, such as without \`editor.url\`.`,
    ...(mediaType === undefined
      ? {}
      : { body: { required: true, content: { [mediaType]: { schema: { type: 'object' } } } } }),
    answers: mediaType === undefined ? answers : { ...answers, 400: byRfc, 413: byRfc, 429: byRfc },
    errorStatuses: [404],
  });

export const site = {
  ...{ health, ready, openapi, docs, docsFile, graphql, graphqlQuery, mcp },
  ...{ describeResource: oauth(9728), describeAgentResource: oauth(9728), describeAuthorization: oauth(8414) },
  registerAgent: oauth(7591, { 201: byRfc }, 'application/json'),
  issueToken: oauth(6749, { 200: byRfc }, 'application/x-www-form-urlencoded'),
};

const entry: SchemaObject = {
  type: 'object',
  properties: { id: integer, documentId: text },
  required: ['id', 'documentId'],
  description:
    'the document with its values, components and zones; related documents are `{type, documentId}`, because they are separate changes',
};

const change = { type: text, documentId: text, locale: nullable(text) };

const Change: SchemaObject = {
  anyOf: [
    closedObject({ ...change, change: { const: 'changed' }, entry }, [...Object.keys(change), 'change', 'entry']),
    requiredObject({ ...change, change: { const: 'deleted' } }),
  ],
};

const sync = (context: Context): DescribedRoute => ({
  tag: 'Site',
  description:
    'Start without `since`. Continue with the `meta.next` of the previous answer: at once while `hasMore` is true, later otherwise.',
  parameters: parameters.syncParameters(context),
  answers: {
    200: jsonResponse(
      'Changes',
      requiredObject({ data: arrayOf(Change), meta: requiredObject({ next: text, hasMore: booleanSchema }) }),
    ),
  },
  errorStatuses: [400, 404, 410],
});

const live = (): DescribedRoute => ({
  tag: 'Site',
  description:
    'Start without `since`. Continue with the `meta.since` of the previous answer. With `Accept: text/event-stream`, `npm start` sends the ' +
    'same answers as events, each when something has changed.',
  parameters: parameters.liveParameters,
  answers: {
    200: jsonResponse(
      'The changed tags',
      requiredObject({ data: arrayOf(text), meta: requiredObject({ since: text }) }),
    ),
  },
  errorStatuses: [400],
});

export const syncDescriptions = { sync, live };

const SearchResult = closedObject(
  {
    type: { ...text, description: 'the uid of the content type' },
    documentId: text,
    locale: { ...text, description: 'if the type is localized' },
    status: { ...text, description: 'how a draft differs from its published version, with `view=edit`' },
    title: { ...nullable(text), description: 'text' },
    excerpt: { ...text, description: 'HTML: escaped text with `<mark>` around hits' },
    entry: { type: 'object', description: 'the document as in a list, if `fields` or `populate` is set' },
  },
  ['type', 'documentId', 'title', 'excerpt'],
);

const search = (): DescribedRoute => ({
  tag: 'Site',
  description: 'Finds documents in one locale. It reads the attributes that `options.search` of each type names.',
  parameters: parameters.searchParameters,
  answers: {
    200: jsonResponse(
      'Results, the best first',
      requiredObject({
        data: arrayOf(SearchResult),
        meta: requiredObject({
          pagination: schemaRef('Pagination'),
          facets: requiredObject({
            types: {
              ...{ type: 'object', additionalProperties: integer },
              description: 'how many documents match, by the uid of each searched type',
            },
          }),
        }),
      }),
    ),
  },
  errorStatuses: [400, 403],
});

export const searchDescriptions = { search };
