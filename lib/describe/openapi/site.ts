// Describes the routes for health checks and for the description itself.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { Context, Described, Route } from './types.ts';
import { answered, ref, text } from './words.ts';

const about = { tag: 'Site', asks: 'nobody' } as const;

const health = (): Described => ({
  ...about,
  summary: 'Checks that the process runs',
  answers: { 200: answered('The process runs', ref('Health')) },
});

const ready = (): Described => ({
  ...about,
  summary: 'Checks that the process can answer requests',
  answers: { 200: answered('The process is ready', ref('Health')) },
  refusals: [503],
});

const openapi = (): Described => ({
  ...about,
  asks: 'caller',
  summary: 'Returns this description',
  description: 'Its examples are documents that the caller may read.',
  parameters: [parameters.ifNoneMatch],
  answers: { 200: answered('OpenAPI 3.1', { type: 'object' }) },
  refusals: [400, 404],
});

const page: Described = {
  ...about,
  summary: 'Shows this description as a page',
  answers: { 200: { description: 'A page', content: { 'text/html': { schema: text } } } },
  refusals: [404],
};

const pageFile: Described = {
  ...about,
  id: 'docsFile',
  summary: 'Returns a file of that page',
  parameters: [
    parameters.inPath('file', 'the name of the file', { type: 'string', enum: pageFiles }),
    parameters.ifNoneMatch,
  ],
  answers: {
    200: { description: 'A file', content: { 'text/javascript': { schema: text }, 'text/css': { schema: text } } },
  },
  refusals: [404],
};

const docs = (_: Context, { path }: Route): Described => (path.includes('{') ? pageFile : page);

export const site = { health, ready, openapi, docs };
