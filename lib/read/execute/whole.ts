// Shapes documents as they are stored, without lookups.
import type { Selection, Versions } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Row } from './ask.ts';
import { signOf } from './files.ts';
import { forms, type Answered } from './form.ts';
import { Shaper } from './shape.ts';

/** Published versions; there are no related documents, so locale and visibility have no effect. */
const published: Versions = { status: 'published', locale: { all: [] }, visible: new Map(), home: '' };

/**
 * @param select populates only components, zones and links
 * @returns a function that shapes rows from the selection's projection
 * @throws ApiError 503 when the URLs of files cannot be signed
 */
export const wholeDocuments = async (
  service: Service,
  type: ContentType,
  select: Selection,
): Promise<(row: Row) => Answered> => {
  // The selection populates no files, so URLs need signing only when the documents themselves are files.
  const sign = await signOf(service, { type, select: { ...select, populate: [] } });
  const shaper = new Shaper(service.schema, published, forms.flat, sign);
  return (row) => shaper.document(row, type, select, null);
};
