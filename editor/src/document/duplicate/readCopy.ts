// Reads a document as the values of a new one.
import { suggestUid } from '../../api/uids.ts';
import type { DocumentAddress } from '../../api/document.ts';
import { makeDocumentNew, type Copy } from '../../form/makeNew.ts';
import type { FormValues } from '../../form/types.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import type { DocumentRequests } from '../saving/documentRequests.ts';

export interface DocumentCopy extends Copy {
  /** Those of the values that are suggestions. */
  readonly suggested: FormValues;
}

/** @returns free values of the uids that are made from a text of the document */
const suggestUids = async (
  type: ContentType,
  values: FormValues,
  locale: string | undefined,
): Promise<Readonly<Record<string, string>>> => {
  const found = await Promise.all(
    Object.entries(type.attributes).map(async ([name, attribute]): Promise<[string, string][]> => {
      const text = values[attribute.targetField ?? ''];
      if (attribute.type !== 'uid' || attribute.targetField === undefined || attribute.private === true) return [];
      if (typeof text !== 'string' || text.trim() === '') return [];
      // The API also makes one when it creates the document.
      const uid = await suggestUid(type, name, attribute.targetField, text, locale).catch(() => undefined);
      return uid === undefined ? [] : [[name, uid]];
    }),
  );
  return Object.fromEntries(found.flat());
};

/**
 * @param requests of the address
 * @param source the documentId of the original
 * @param suffix of texts that must be unique
 * @returns undefined if the original does not exist
 * @throws ApiError
 */
export const readCopy = async (
  requests: DocumentRequests,
  { type, locale }: DocumentAddress,
  schema: EditorSchema,
  source: string,
  suffix: string,
): Promise<DocumentCopy | undefined> => {
  const version = await requests.read(source, {});
  if (version === undefined) return undefined;
  const { values, notes } = makeDocumentNew(type, schema, version.values, suffix);
  const suggested = await suggestUids(type, values, locale);
  return { values: { ...values, ...suggested }, notes, suggested };
};
