// Turns a document that a migration deletes into a tombstone, as a deletion does.
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { omit } from './values.ts';

/**
 * The next sweep removes links to the document.
 *
 * @param inAllLocales false: the document stays in other locales, and links to it there stay too
 */
export const toTombstone = (document: StoredDocument, now: Date, inAllLocales: boolean): StoredDocument => ({
  ...omit(document, 'draft', 'draftStatus', 'published', 'single'),
  deletedAt: now,
  unswept: inAllLocales || document.locale === null ? true : document.locale,
});
