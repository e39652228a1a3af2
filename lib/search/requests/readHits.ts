// Reads the documents of hits by the normal read path.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { planOf, runShared, type PlanOf, type Row } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import { documentsQuery } from './documentsQuery.ts';
import type { Hit } from '../types.ts';

/**
 * @param hits those of other types are left out
 * @param changePlan returns the plan that is run instead
 * @returns the documents that exist for the caller, by hit: documents of two types can have the same documentId
 * @throws as `runShared`
 */
export const readHits = async (
  service: Service,
  query: Query,
  hits: readonly Hit[],
  { reader }: Timings,
  changePlan = (plan: PlanOf): PlanOf => plan,
): Promise<ReadonlyMap<Hit, Row>> => {
  const { type } = query;
  const ofType = hits.filter(({ partition }) => partition.type === type);
  if (ofType.length === 0) return new Map();
  const documentIds = ofType.map(({ documentId }) => documentId);
  const plan = changePlan(planOf(documentsQuery(query, documentIds), service.schema));
  const { rows } = await runShared(await standaloneOperations(service.database), plan, reader);
  const byId = new Map(rows.map((row) => [String(row.documentId), row]));
  return new Map(
    ofType.flatMap((hit) => {
      const row = byId.get(hit.documentId);
      return row === undefined ? [] : [[hit, row] as const];
    }),
  );
};
