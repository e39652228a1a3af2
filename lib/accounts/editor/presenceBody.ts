// Reads the body of a request about presence: which document an editor has open.
import { dataOf } from '../../api/http/index.ts';
import { invalid, invalidKey, invalidValues, type InvalidValue } from '../../errors.ts';
import { wrongType } from '../../platform/plainBody.ts';
import { writtenLocale, type Locales } from '../../read/query/index.ts';
import { isObject, isServed, type ContentType, type Schema } from '../../schema/index.ts';

/** A document in one locale. */
export interface OpenDocument {
  readonly type: ContentType;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

const keys = ['uid', 'documentId', 'locale'];

const maxIdLength = 255;

const typeOfUid = (schema: Schema, uid: unknown): ContentType | undefined => {
  const type = typeof uid === 'string' ? schema.types.get(uid) : undefined;
  return type !== undefined && isServed(schema, type) ? type : undefined;
};

const uidFault = (uid: unknown): InvalidValue => ({
  path: ['data', 'uid'],
  message: 'data.uid must be the uid of a content type',
  value: uid,
});

const idFaults = (documentId: unknown): readonly InvalidValue[] => {
  const path = ['data', 'documentId'];
  if (typeof documentId !== 'string') return [wrongType(path, 'string', documentId)];
  return documentId === '' || documentId.length > maxIdLength
    ? [{ path, message: `data.documentId must have 1 to ${maxIdLength} characters`, value: documentId }]
    : [];
};

/**
 * @returns the document; without `locale`, in the default locale
 * @throws ApiError 400 naming every invalid value
 */
export const readOpenDocument = (
  body: unknown,
  { schema, locales }: { readonly schema: Schema; readonly locales: Locales },
): OpenDocument => {
  const data = dataOf(body);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  const unknown = Object.keys(data).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, 'data', 'body');
  const { uid, documentId, locale } = data;
  const type = typeOfUid(schema, uid);
  const faults = [
    ...(type === undefined ? [uidFault(uid)] : []),
    ...idFaults(documentId),
    ...(locale === undefined || locale === null || typeof locale === 'string'
      ? []
      : [wrongType(['data', 'locale'], 'string', locale)]),
  ];
  if (type === undefined || typeof documentId !== 'string' || faults.length > 0) throw invalidValues(faults);
  const one = typeof locale === 'string' ? locale : locales.defaultLocale;
  return { type, documentId, locale: writtenLocale({ type, locale: { one } }, locales) };
};
