// Suggestions for misspelled names.
import { expect, it } from 'vitest';
import { nearestName } from '../../lib/schema/didYouMean.ts';

const names = ['api::article.article.find', 'api::article.article.findOne', 'api::author.author.find'];

it.each([
  ['api::article.article.fnid', 'api::article.article.find'],
  ['api::autor.autor.find', 'api::author.author.find'],
  ['api::article.article.finOne', 'api::article.article.findOne'],
  ['api::something.else', undefined],
])('%s suggests %s', (input, suggestion) => {
  expect(nearestName(input, names)).toBe(suggestion);
});

it('a very long name is not compared', () => {
  expect(nearestName(`${'x'.repeat(1_000_000)}.find`, names)).toBeUndefined();
});
