// Faults of event handlers are found when the project's code is loaded.
import { expect, it } from 'vitest';
import { compileExtensions, defineExtension } from '../../../lib/platform/extensions/index.ts';
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

it('the compiler refuses unknown events, and values that a handler does not get', () => {
  // @ts-expect-error there is no such event
  defineExtension({ on: { 'entry.pubish': () => undefined } });
  // @ts-expect-error the name of this event is entry.publish
  defineExtension({ on: { 'entry.publish': ({ event }): 'entry.delete' => event.name } });
  // @ts-expect-error a handler has no caller
  defineExtension({ on: { 'entry.publish': ({ documents }) => documents.asCaller } });
  expect(defineExtension({ on: { 'entry.publish': ({ event: { name } }) => name } }).on).toBeDefined();
});
