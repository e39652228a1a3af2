// A document that is deleted by a migration: a tombstone, as a deletion leaves it.
import type { Stored } from '../../platform/db/index.ts';
import { without } from './values.ts';

/**
 * Links to it are taken away by the next sweep.
 *
 * @param altogether false: it lives in other locales, and what links to it in those stays
 */
export const gone = (document: Stored, now: Date, altogether: boolean): Stored => ({
  ...without(document, 'draft', 'published', 'single'),
  deletedAt: now,
  unswept: altogether || document.locale === null ? true : document.locale,
});
