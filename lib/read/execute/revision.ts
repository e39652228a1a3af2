// The revision of a document, for callers who may change it.
import { standaloneOperations, type Transaction } from '../../platform/db/index.ts';
import type { Query } from '../query/index.ts';
import { editedVersion } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Row } from './databaseQuery.ts';
import { isDocumentVisible } from './visibleDocuments.ts';

/**
 * @param row the document as it is stored, or as `planOne` projects it
 * @returns `12`, or `12.fr` for a document with a locale
 */
export const formatRevision = ({ revision, locale }: Row): string =>
  typeof locale === 'string' ? `${String(revision)}.${locale}` : String(revision);

/**
 * The revision of a document that was read. It counts every write, of the draft too, so callers who may not change the
 * document could watch unpublished work by it.
 *
 * @returns undefined for a document that is not among `query.revisionOf`
 */
export const revisionFor = async (
  service: Service,
  query: Query,
  row: Row,
  unit?: Transaction,
): Promise<string | undefined> => {
  const { type, revisionOf } = query;
  if (revisionOf === undefined) return undefined;
  if (revisionOf === true) return formatRevision(row);
  const locale = typeof row.locale === 'string' ? { one: row.locale } : query.locale;
  const edited: Query = { ...query, status: editedVersion(type), locale, permitted: revisionOf };
  const isChangeable = await isDocumentVisible(
    service,
    edited,
    String(row.documentId),
    unit ?? (await standaloneOperations(service.database)),
  );
  return isChangeable ? formatRevision(row) : undefined;
};
