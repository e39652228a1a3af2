// Reads a document as the values of a new one, and copies its other locales to the new one, one request each.
import type { DocumentAddress } from '../../api/document.ts';
import type { Grant } from '../../api/editor.ts';
import { suggestUid } from '../../api/uids.ts';
import { sharedValues } from '../../form/isShared.ts';
import { makeDocumentNew, type Copy } from '../../form/makeNew.ts';
import type { FormValues } from '../../form/types.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import { randomId } from '../../ui/randomId.ts';
import { documentRequests, type DocumentRequests } from '../saving/documentRequests.ts';

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

interface LocaleFailure {
  readonly locale: string;
  /** Undefined: the original does not exist in this locale. */
  readonly error: unknown;
}

interface Options {
  readonly type: ContentType;
  readonly schema: EditorSchema;
  /** To change documents of the type. */
  readonly grant: Grant | undefined;
  /** The documentIds. */
  readonly source: string;
  readonly target: string;
  readonly locales: readonly string[];
  /** Of texts that must be unique. */
  readonly suffix: string;
  /** Called with how many are done. */
  readonly onProgress: (done: number) => void;
  readonly requestsOf?: (locale: string) => DocumentRequests;
}

/** @returns the locales that are not copied; what fails in one does not keep the others from being copied */
export const copyLocales = async (options: Options): Promise<readonly LocaleFailure[]> => {
  const { type, schema, grant, source, target, locales, suffix, onProgress } = options;
  const { requestsOf = (locale) => documentRequests({ type, locale }, schema, grant) } = options;
  const failures: LocaleFailure[] = [];
  for (const [index, locale] of locales.entries()) {
    const requests = requestsOf(locale);
    try {
      const version = await requests.read(source, {});
      if (version === undefined) failures.push({ locale, error: undefined });
      else {
        const { values } = makeDocumentNew(type, schema, version.values, suffix);
        // The copy has them already, maybe changed.
        const stored = sharedValues({ type }, values);
        const write = { documentId: target, exists: false, etag: undefined, idempotencyKey: randomId() };
        await requests.write({ ...write, values, stored });
      }
    } catch (error) {
      failures.push({ locale, error });
    }
    onProgress(index + 1);
  }
  return failures;
};
