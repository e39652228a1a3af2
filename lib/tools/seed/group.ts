// Writes the documents that a seed file has of one type, one after the other.
import { runWrite, createDocument, putSingle, prepareUpdate } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import type { SeedDocument, SeedGroup } from './types.ts';
import { apart, localeThere, type Localized } from './localizations.ts';
import { referencesResolved, type References } from './references.ts';

const explained = (error: unknown, where: string): unknown => {
  if (!(error instanceof ApiError))
    return error instanceof Error ? new Error(`${where}: ${error.message}`, { cause: error }) : error;
  const { errors } = error.details;
  const reasons = Array.isArray(errors)
    ? (errors as { path: readonly string[]; message: string }[]).map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      )
    : [error.message];
  return new Error(`${where}: ${reasons.join('; ')}`);
};

const toldWhere = async (where: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    throw explained(error, where);
  }
};

/**
 * Writes and publishes the documents, first in the default locale, then in the others. A document may refer to documents
 * before it in the same locale.
 *
 * @throws Error that names the first invalid document
 */
export const writeGroup = async (references: References, { name, type, documents }: SeedGroup): Promise<void> => {
  const { service, made } = references;
  const ids: string[] = [];
  made.set(type.uid, ids);
  const { defaultLocale } = await service.locales.known();
  const target = { type, locale: type.localized ? defaultLocale : null, status: 'published' as const };
  const isSingle = type.kind === 'singleType';
  const localized: (Localized & { readonly where: string; readonly documentId: string })[] = [];
  const resolved = (values: SeedDocument): Promise<SeedDocument> =>
    referencesResolved(references, values, type.attributes);

  for (const [index, document] of documents.entries()) {
    const where = isSingle ? name : `${name}[${index}]`;
    await toldWhere(where, async () => {
      const { own, others } = apart(type, document);
      const { documentId } = await (isSingle ? putSingle : createDocument)(service, target, await resolved(own));
      ids.push(documentId);
      localized.push(...others.map((other) => ({ ...other, where, documentId })));
    });
  }
  for (const { locale, values, where, documentId } of localized)
    await toldWhere(`${where}.localizations.${locale}`, async () => {
      await localeThere(service, locale);
      await runWrite(service, await prepareUpdate(service, { ...target, locale }, documentId, await resolved(values)));
    });
};
