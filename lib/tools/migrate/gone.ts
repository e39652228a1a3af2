// Turns a document that a migration deletes into a tombstone, as a deletion does.
import type { StoredDocument } from '../../platform/db/index.ts';
import { without } from './values.ts';

/**
 * The next sweep removes links to the document.
 *
 * @param altogether false: the document stays in other locales, and links to it there stay too
 */
export const gone = (document: StoredDocument, now: Date, altogether: boolean): StoredDocument => ({
  ...without(document, 'draft', 'published', 'single'),
  deletedAt: now,
  unswept: altogether || document.locale === null ? true : document.locale,
});
