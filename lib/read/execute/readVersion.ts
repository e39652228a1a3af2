// Reads a version that a document had, as a read of the document would: with its conditions, selection and relations.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { Query } from '../query/index.ts';
import { planRead, shapeOne, type DocumentAnswer } from './answer.ts';
import type { Stage } from './databaseQuery.ts';
import { withWriters } from './editView.ts';
import { runShared } from './runShared.ts';

/** Where a version is stored: the stages make a document of it, in the form in which documents are stored. */
export interface VersionSource {
  readonly collection: string;
  readonly match: Stage;
  readonly stages: readonly Stage[];
}

/**
 * @param query of one document; its conditions apply to the version
 * @param documentId undefined: the document of a single type
 * @throws ApiError 404 if there is no such version, or if it does not match the conditions
 */
export const readVersion = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  { collection, match, stages }: VersionSource,
  timings: Timings,
): Promise<DocumentAnswer> => {
  const planOf = planRead(service, query, timings, documentId);
  const rows = await runShared(
    await standaloneOperations(service.database),
    (unresolvedSteps) => {
      const plan = planOf(unresolvedSteps);
      return { ...plan, collection, match, stages: [...stages, { $match: plan.match }, ...plan.stages] };
    },
    timings.reader,
  );
  return shapeOne(service, query, query.editView === true ? await withWriters(service, query, rows) : rows, timings);
};
