// Describes the routes for health checks and for the description itself.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { DescribedRoute } from './types.ts';
import { jsonResponse, schemaRef, text } from './schemaParts.ts';

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

export const site = { health, ready, openapi, docs, docsFile };
