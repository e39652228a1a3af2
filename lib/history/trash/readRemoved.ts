// Reads one deleted document, in the form of an answer to a read.
import { standaloneOperations } from '../../platform/db/index.ts';
import { Timings } from '../../platform/timings.ts';
import {
  planOf,
  queryRunner,
  runPlan,
  shapeOne,
  checkOneLocale,
  type DocumentAnswer,
} from '../../read/execute/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { notInTrash } from '../../write/documents/index.ts';
import { accessTo, planRemoved, type TrashContext } from './trashContext.ts';

/**
 * @param text the raw query string, as for a read of one document
 * @returns the document as the same read would answer it if it were restored, without the relations that other documents
 *   store
 * @throws ApiError 404 if it is not in the trash for the caller; 400 and 403 for the query
 */
export const readRemoved = async (
  context: TrashContext,
  text: string,
  documentId: string,
): Promise<Pick<DocumentAnswer, 'data' | 'meta'>> => {
  const { service, caller, locales, type } = context;
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  const query = readQuery(text, type, caller, { ...service, locales }, { action });
  checkOneLocale(query);
  const locale = type.localized && 'one' in query.locale ? query.locale.one : null;
  const unit = await standaloneOperations(service.database);
  const { restorable } = await accessTo(context, locale, [documentId], unit);
  if (!restorable.has(documentId)) throw notInTrash();
  const plan = planRemoved(context, planOf(query, service.schema, documentId), locale, [documentId]);
  const { rows } = await runPlan(queryRunner(unit), plan);
  if (rows.length === 0) throw notInTrash();
  const { data, meta } = await shapeOne(
    service,
    { ...query, revisionOf: undefined },
    { rows, total: undefined },
    new Timings(),
  );
  return { data, meta };
};
