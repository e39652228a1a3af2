// What a site says of itself: whether it is well, and what it answers.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { Context, Described, Route } from './types.ts';
import { answered, ref, text } from './words.ts';

const about = { tag: 'Site', asks: 'nobody' } as const;

const health = (): Described => ({
  ...about,
  summary: 'Whether the process lives',
  answers: { 200: answered('It does', ref('Health')) },
});

const ready = (): Described => ({
  ...about,
  summary: 'Whether requests can be answered',
  answers: { 200: answered('They can', ref('Health')) },
  refusals: [503],
});

const openapi = (): Described => ({
  ...about,
  asks: 'caller',
  summary: 'This description',
  description: 'Its examples are documents that the caller may read.',
  parameters: [parameters.ifNoneMatch],
  answers: { 200: answered('OpenAPI 3.1', { type: 'object' }) },
  refusals: [400, 404],
});

const page: Described = {
  ...about,
  summary: 'The page that shows it',
  answers: { 200: { description: 'A page', content: { 'text/html': { schema: text } } } },
  refusals: [404],
};

const pageFile: Described = {
  ...about,
  id: 'docsFile',
  summary: 'What that page is made of',
  parameters: [parameters.inPath('file', 'its name', { type: 'string', enum: pageFiles }), parameters.ifNoneMatch],
  answers: {
    200: { description: 'A file', content: { 'text/javascript': { schema: text }, 'text/css': { schema: text } } },
  },
  refusals: [404],
};

const docs = (_: Context, { path }: Route): Described => (path.includes('{') ? pageFile : page);

export const site = { health, ready, openapi, docs };
