// Faults of event handlers are found when the project's code is loaded.
import { expect, it } from 'vitest';
import { compileExtensions } from '../../../lib/platform/extensions/index.ts';
import { library } from '../../write/documents/library.ts';

it.each([
  [{ 'entry.pubish': () => undefined }, 'on.entry.pubish: is no event; did you mean "entry.publish"?'],
  [{ afterCreate: () => undefined }, 'on.afterCreate: is no event; there is entry.create, entry.update, '],
  [{ 'entry.publish': 'publish' }, 'on.entry.publish: must be a function'],
  [[], 'on: must be an object'],
])('refuses %o', (on, message) => {
  const files = [{ file: 'extensions/articles.ts', definition: { on } }];
  expect(() => compileExtensions(library, files)).toThrow(`extensions/articles.ts  ${message}`);
});
