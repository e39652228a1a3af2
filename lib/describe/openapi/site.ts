// What a site says of itself: whether it is well, and what it answers.
import * as parameters from './parameters.ts';
import { pageFiles } from './page.ts';
import type { DescribedRoute } from './types.ts';
import { answered, ref, text } from './words.ts';

const about = { tag: 'Site' } as const;

const health = (): DescribedRoute => ({
  ...about,
  answers: { 200: answered('It does', ref('Health')) },
});

const ready = (): DescribedRoute => ({
  ...about,
  answers: { 200: answered('They can', ref('Health')) },
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
  parameters: [parameters.inPath('file', 'its name', { type: 'string', enum: pageFiles }), parameters.ifNoneMatch],
  answers: {
    200: { description: 'A file', content: { 'text/javascript': { schema: text }, 'text/css': { schema: text } } },
  },
  refusals: [404],
});

export const site = { health, ready, openapi, docs, docsFile };
