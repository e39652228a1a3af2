// Adds amounts to numbers of a document on behalf of a caller.
import { writerOf } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { documentCondition } from '../../read/plan/index.ts';
import type { Query } from '../../read/query/index.ts';
import { checkAmounts, prepareIncrement, type PreparedWrite } from '../documents/index.ts';
import { guardConditions } from '../permissions/index.ts';
import type { OneLocaleContext } from './callerWrites.ts';

/**
 * Checks the amounts and returns the write. It runs no hooks of the project.
 *
 * @param documentId undefined: the one document of a single type
 * @param amounts by the name of an attribute
 * @param query its filter is the condition
 * @throws ApiError 400 for the amounts and the filter; the write: as `prepareIncrement`, and 403 and 404 for a document that the caller
 *   may not update or not see
 */
export const prepareCallerIncrement = (
  context: OneLocaleContext,
  documentId: string | undefined,
  amounts: unknown,
  query: Query,
): PreparedWrite<StoredDocument | null> => {
  const { service, caller, type, locale } = context;
  const inLocale = locale === null ? query : { ...query, locale: { one: locale } };
  const write = prepareIncrement(
    service,
    { type, locale, by: writerOf(caller) },
    documentId,
    checkAmounts(type, amounts),
    (status) => documentCondition({ ...inLocale, status }, service.schema, 'where'),
  );
  // A count is no change of what was approved.
  return guardConditions(context, 'update', documentId, write);
};
