// The floor's answer to a write: the published version without relations and components.
import type { Document } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';

const populated = new Set(['category', 'authors', 'sections', 'seo']);

export const writtenAnswer = ({ documentId, locale, published }: StoredDocument): Document => ({
  ...Object.fromEntries(Object.entries(published ?? {}).filter(([name]) => !populated.has(name))),
  documentId,
  locale,
});
