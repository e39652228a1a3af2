// Copies the locales of a document to a copy of it, one request each.
import type { Grant } from '../../api/editor.ts';
import { sharedValues } from '../../form/isShared.ts';
import { makeDocumentNew } from '../../form/makeNew.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import { randomId } from '../../ui/randomId.ts';
import { documentRequests, type DocumentRequests } from '../saving/documentRequests.ts';

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
