// Writes the documents that a seed file has of one type, one after the other.
import { runWrite, createDocument, putSingle, prepareUpdate } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import type { SeedDocument, SeedGroup } from './types.ts';
import { splitTranslations, ensureLocale, type Translation } from './localizations.ts';
import { resolveReferences, type References } from './resolveReferences.ts';

const addLocation = (error: unknown, location: string): unknown => {
  if (!(error instanceof ApiError))
    return error instanceof Error ? new Error(`${location}: ${error.message}`, { cause: error }) : error;
  const { errors } = error.details;
  const reasons = Array.isArray(errors)
    ? (errors as { path: readonly string[]; message: string }[]).map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      )
    : [error.message];
  return new Error(`${location}: ${reasons.join('; ')}`);
};

const withErrorLocation = async (location: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    throw addLocation(error, location);
  }
};

/**
 * Writes and publishes the documents, first in the default locale, then in the others. A document may refer to documents
 * before it in the same locale.
 *
 * @throws Error that names the first invalid document
 */
export const writeGroup = async (references: References, { name, type, documents }: SeedGroup): Promise<void> => {
  const { service, createdIds } = references;
  const ids: string[] = [];
  createdIds.set(type.uid, ids);
  const { defaultLocale } = await service.locales.known();
  const target = { type, locale: type.localized ? defaultLocale : null, status: 'published' as const };
  const isSingle = type.kind === 'singleType';
  const localized: (Translation & { readonly where: string; readonly documentId: string })[] = [];
  const resolve = (values: SeedDocument): Promise<SeedDocument> =>
    resolveReferences(references, values, type.attributes);

  for (const [index, document] of documents.entries()) {
    const where = isSingle ? name : `${name}[${index}]`;
    await withErrorLocation(where, async () => {
      const { own, translations } = splitTranslations(type, document);
      const { documentId } = await (isSingle ? putSingle : createDocument)(service, target, await resolve(own));
      ids.push(documentId);
      localized.push(...translations.map((other) => ({ ...other, where, documentId })));
    });
  }
  for (const { locale, values, where, documentId } of localized)
    await withErrorLocation(`${where}.localizations.${locale}`, async () => {
      await ensureLocale(service, locale);
      await runWrite(service, await prepareUpdate(service, { ...target, locale }, documentId, await resolve(values)));
    });
};
