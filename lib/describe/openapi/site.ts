// Describes the routes for health checks and for the description itself.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { DescribedRoute } from './types.ts';
import { answered, ref, text } from './words.ts';

const about = { tag: 'Site' } as const;

const health = (): DescribedRoute => ({
  ...about,
  answers: { 200: answered('The process runs', ref('Health')) },
});

const ready = (): DescribedRoute => ({
  ...about,
  answers: { 200: answered('The process is ready', ref('Health')) },
  refusals: [503],
});

const openapi = (): DescribedRoute => ({
  ...about,
  description: 'Its examples are documents that the caller may read.',
  parameters: [parameters.ifNoneMatch],
  answers: { 200: answered('OpenAPI 3.1', { type: 'object' }) },
  refusals: [400, 404],
});

const docs = (): DescribedRoute => ({
  ...about,
  answers: { 200: { description: 'A page', content: { 'text/html': { schema: text } } } },
  refusals: [404],
});

const docsFile = (): DescribedRoute => ({
  ...about,
  parameters: [
    parameters.inPath('file', 'the name of the file', { type: 'string', enum: pageFiles }),
    parameters.ifNoneMatch,
  ],
  answers: {
    200: { description: 'A file', content: { 'text/javascript': { schema: text }, 'text/css': { schema: text } } },
  },
  refusals: [404],
});

export const site = { health, ready, openapi, docs, docsFile };
