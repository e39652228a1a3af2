// Documents that are answered as they are stored, with nothing looked up.
import type { Selection } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Row } from './ask.ts';
import { signOf } from './files.ts';
import { forms, type Answered } from './form.ts';
import { Shaper } from './shape.ts';

/** Published versions, where nothing depends on which others there are. */
const published = { status: 'published', locale: { all: [] }, visible: new Map<string, never>(), home: '' } as const;

/**
 * @param select populates nothing but components, zones and links
 * @returns makes answers of rows that the selection's projection left
 * @throws ApiError 503 where the addresses of files cannot be signed
 */
export const wholeDocuments = async (
  service: Service,
  type: ContentType,
  select: Selection,
): Promise<(row: Row) => Answered> => {
  // No file hangs below it: only what the documents are themselves tells whether there are addresses to sign.
  const sign = await signOf(service, { type, select: { ...select, populate: [] } });
  const shaper = new Shaper(service.schema, published, forms.flat, sign);
  return (row) => shaper.document(row, type, select, null);
};
