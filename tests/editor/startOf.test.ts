// What the page of a document begins with.
import { expect, it } from 'vitest';
import type { DocumentCopy } from '../../editor/src/document/duplicate/copyDocument.ts';
import { startOf, type ReadPage } from '../../editor/src/document/startOf.ts';
import { testSchema } from './form/schema.ts';

const { editor, type } = testSchema({ title: { type: 'string' }, text: { type: 'text' } });
const single = { ...type, kind: 'singleType' } as const;

const empty = { title: null, text: null };
const nothing: ReadPage = { stored: undefined, copy: undefined, texts: [], sources: [] };
const stored = { documentId: 'one', values: { title: 'Ink' }, etag: '1', meta: {}, readOnly: false };
const text = { id: 'a', at: 1, values: { title: 'Pen' }, base: { title: 'Ink' } };
const copy: DocumentCopy = { values: { title: 'Ink (copy)' }, suggested: {}, notes: [] };
const translation = { documentId: 'one', values: { title: 'Tinte' } };
const form = (documentId: string | undefined, values: object) => ({ kind: 'form', documentId, values });

interface Case {
  readonly documentId?: string;
  readonly kind?: typeof type | typeof single;
  readonly isLocaleLost?: boolean;
  readonly isCopy?: boolean;
  readonly mayCreate?: boolean;
  readonly loaded?: Partial<ReadPage>;
  readonly isTranslated?: boolean;
}

it.each<readonly [name: string, page: Case, start: object]>([
  ['a stored document', { documentId: 'one', loaded: { stored } }, form('one', stored.values)],
  ['a new document, with its first values', {}, form(undefined, { ...empty, text: 'first' })],
  ['a single type that does not exist', { kind: single }, form(undefined, { ...empty, text: 'first' })],
  ['a copy', { isCopy: true, loaded: { copy } }, { kind: 'copy', ...copy }],
  ['a copy of nothing', { isCopy: true }, { kind: 'notFound' }],
  ['a document that does not exist', { documentId: 'one' }, { kind: 'notFound' }],
  ['a locale that does not exist', { documentId: 'one', loaded: { sources: ['en'] } }, { kind: 'translate' }],
  [
    'a translation',
    { documentId: 'one', loaded: { sources: ['en'] }, isTranslated: true },
    form('one', translation.values),
  ],
  [
    'a translation of a single type',
    { kind: single, loaded: { sources: ['en'] }, isTranslated: true },
    form('one', translation.values),
  ],
  [
    'unsaved text of a deleted document',
    { documentId: 'one', loaded: { texts: [text] } },
    { kind: 'restore', values: empty, texts: [{ ...text, base: empty }] },
  ],
  [
    'unsaved text of a locale that the site lost',
    { isLocaleLost: true, loaded: { texts: [text] } },
    { kind: 'restore', values: empty, texts: [{ ...text, base: empty }] },
  ],
  ['a locale that the site lost', { isLocaleLost: true }, { kind: 'notFound' }],
  [
    'unsaved text for a role that may create nothing',
    { documentId: 'one', mayCreate: false, loaded: { texts: [text] } },
    { kind: 'notFound' },
  ],
])('is for %s', (_, { documentId, kind = type, loaded, isTranslated = false, ...page }, start) => {
  const address = { type: kind, documentId, locale: undefined };
  const rights = { isLocaleLost: false, isCopy: false, mayCreate: true, firstValues: { text: 'first' }, ...page };
  const chosen = isTranslated ? translation : undefined;
  expect(startOf({ address, schema: editor, ...rights }, { ...nothing, ...loaded }, chosen)).toMatchObject(start);
});
