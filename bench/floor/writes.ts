// What the floor answers to a write: the published version without what would have to be populated.
import type { Document } from 'mongodb';
import type { Stored } from '../../lib/platform/db/index.ts';

const populated = new Set(['category', 'authors', 'sections', 'seo']);

export const writtenAnswer = ({ documentId, locale, published }: Stored): Document => ({
  ...Object.fromEntries(Object.entries(published ?? {}).filter(([name]) => !populated.has(name))),
  documentId,
  locale,
});
