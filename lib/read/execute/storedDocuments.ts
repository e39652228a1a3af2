// Shapes documents as they are stored, without lookups.
import type { Selection, Versions } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Row } from './databaseQuery.ts';
import { signFor } from './files.ts';
import { answerFormats, type AnswerValues } from './answerFormats.ts';
import { ShapeCompiler } from './shape.ts';
import { newAnswerContext } from './shapeContext.ts';

/** Published versions; there are no related documents, so locale and visibility have no effect. */
const published: Versions = { status: 'published', locale: { all: [] }, visible: new Map(), defaultLocale: '' };

/**
 * @param select populates only components, zones and links
 * @returns a function that shapes rows from the selection's projection
 * @throws ApiError 503 when the URLs of files cannot be signed
 */
export const storedDocumentShaper = async (
  service: Service,
  type: ContentType,
  select: Selection,
): Promise<(row: Row) => AnswerValues> => {
  // The selection populates no files, so URLs need signing only when the documents themselves are files.
  const sign = await signFor(service, { type, select: { ...select, populate: [] } });
  const shape = new ShapeCompiler(service.schema, published, answerFormats.flat).document(type, select);
  const context = { locale: null, answer: newAnswerContext(sign) };
  return (row) => shape(row, context);
};
