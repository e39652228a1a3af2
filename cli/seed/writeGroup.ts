// Writes the documents that a seed file has of one type.
import { runWrite, putSingle, prepareUpdate } from '../../lib/write/documents/index.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { hooksFor } from '../../lib/write/operations/index.ts';
import { type SeedDocument, type SeedGroup, referencedTypes } from './sortByReference.ts';
import { BatchedCreates, withErrorLocation } from './batchedCreates.ts';
import { resolveReferences, type References } from './resolveReferences.ts';
import { checkBody } from '../../lib/contracts/index.ts';
import { localeContract } from '../../lib/platform/locales/contract.ts';
import { createLocale, localeDisplayName } from '../../lib/platform/locales/index.ts';
import { isObject, type ContentType } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { ProgressLog } from '../terminal/progressLog.ts';

interface Translation {
  readonly locale: string;
  readonly values: SeedDocument;
}

/**
 * @returns the values in the default locale and those under `localizations`. In types without locales, `localizations`
 *   stays in the document; the validation of the body then refuses it
 * @throws Error when `localizations` is not an object of objects
 */
const splitTranslations = (
  type: ContentType,
  document: SeedDocument,
): { readonly own: SeedDocument; readonly translations: readonly Translation[] } => {
  if (!type.localized || document.localizations === undefined) return { own: document, translations: [] };
  const { localizations, ...own } = document;
  const translations = isObject(localizations) ? Object.entries(localizations) : [];
  if (!isObject(localizations) || !translations.every(([, values]) => isObject(values)))
    throw new Error('localizations: must be an object, {"de": {…}}');
  return { own, translations: translations.map(([locale, values]) => ({ locale, values: values as SeedDocument })) };
};

/**
 * Creates the locale if it does not exist.
 *
 * @throws ApiError 400 when the code is not a language tag
 */
const ensureLocale = async ({ locales }: Service, code: string): Promise<void> => {
  if ((await locales.known()).codes.has(code)) return;
  await createLocale(locales, checkBody(localeContract, 'createLocale', { code, name: localeDisplayName(code) }));
};

/**
 * Writes and publishes the documents, first in the default locale, then in the others. A document may refer to documents
 * before it in the same locale.
 *
 * @throws Error that names the first invalid document
 */
export const writeGroup = async (
  references: References,
  { name, type, documents }: SeedGroup,
  progress: ProgressLog,
): Promise<void> => {
  const { service, createdIds } = references;
  const ids: string[] = [];
  createdIds.set(type.uid, ids);
  const { defaultLocale } = await service.locales.known();
  const hooks = hooksFor.write(service, administrator, type);
  const target = { type, locale: type.localized ? defaultLocale : null, status: 'published' as const, hooks };
  const isSingle = type.kind === 'singleType';
  const localized: (Translation & { readonly where: string; readonly documentId: string })[] = [];
  const groupReferences = { ...references, type, found: new Map<string, Promise<string>>() };
  const resolve = (values: SeedDocument): Promise<SeedDocument> =>
    resolveReferences(groupReferences, values, type.attributes);

  const creates = new BatchedCreates(service, target);
  /** Stores the documents before this one if it may refer to them. */
  const flushIfReferenced = async (own: SeedDocument): Promise<void> => {
    if (referencedTypes(own, type, service.schema).includes(type.uid)) await creates.flush();
  };
  try {
    for (const [index, document] of documents.entries()) {
      const where = isSingle ? name : `${name}[${index}]`;
      progress.log(() => `${name}: ${index} of ${documents.length}`);
      const { own, translations } = await withErrorLocation(where, () => splitTranslations(type, document));
      await flushIfReferenced(own);
      const data = await withErrorLocation(where, () => resolve(own));
      const onCreated = (documentId: string): void => {
        ids.push(documentId);
        localized.push(...translations.map((other) => ({ ...other, where, documentId })));
      };
      if (isSingle) onCreated((await withErrorLocation(where, () => putSingle(service, target, data))).documentId);
      else await creates.add({ where, data, onCreated });
    }
  } finally {
    // Those before an invalid document are stored.
    await creates.flush();
  }
  for (const { locale, values, where, documentId } of localized)
    await withErrorLocation(`${where}.localizations.${locale}`, async () => {
      await ensureLocale(service, locale);
      await runWrite(service, await prepareUpdate(service, { ...target, locale }, documentId, await resolve(values)));
    });
};
