// Signs the URLs in the records of files.
import type { SignUrl } from '../../platform/bucket/index.ts';
import type { Populate, Query, Selection } from '../query/index.ts';
import { builtInUids, isObject } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { AnswerValues } from './answerFormats.ts';

const isFile = (uid: string): boolean => uid === builtInUids.file;

const containsFiles = ({ populate }: Selection): boolean => populate.some(leadsToFiles);

const leadsToFiles = (populated: Populate): boolean => {
  switch (populated.kind) {
    case 'relation':
      return !populated.count && (isFile(populated.target.uid) || containsFiles(populated.select));
    case 'links':
      return false;
    case 'component':
    case 'localizations':
      return containsFiles(populated.select);
    case 'zone':
    case 'morph':
      return [...populated.on].some(([uid, { select }]) => isFile(uid) || containsFiles(select));
  }
};

/**
 * Finds the function that signs URLs in the answers of a query.
 *
 * @returns undefined when URLs are not signed, or the answers cannot contain files
 * @throws ApiError 503 when signing is not possible
 */
export const signFor = async (
  { signer }: Service,
  { type, select }: Pick<Query, 'type' | 'select'>,
): Promise<SignUrl | undefined> =>
  signer !== undefined && (isFile(type.uid) || containsFiles(select)) ? signer() : undefined;

/** @returns undefined when the record has no URL, or one outside of the bucket */
const withSigned = (values: AnswerValues, sign: SignUrl): AnswerValues | undefined => {
  const url = typeof values.url === 'string' ? sign(values.url) : undefined;
  return url === undefined ? undefined : { ...values, url, isUrlSigned: true };
};

/**
 * Signs the URLs of a document that is a file, and those of its formats. As in Strapi, `isUrlSigned` tells whether they
 * are signed; it is not stored.
 */
export const signFile = (values: AnswerValues, uid: string, sign: SignUrl | undefined): AnswerValues => {
  if (sign === undefined || !isFile(uid)) return values;
  const of = (format: unknown): unknown => (isObject(format) ? (withSigned(format, sign) ?? format) : format);
  const { formats } = values;
  const whole = isObject(formats)
    ? { ...values, formats: Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, of(format)])) }
    : values;
  return withSigned(whole, sign) ?? { ...whole, isUrlSigned: false };
};
