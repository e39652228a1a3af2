// Finds which documents exist for a caller.
import type { Transaction } from '../../platform/db/index.ts';
import type { Query } from '../query/index.ts';
import { identityAttributes } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { queryRunner } from './databaseQuery.ts';
import { planOf } from './plan.ts';
import { runPlan } from './run.ts';

const [, documentIdAttribute] = identityAttributes;

/**
 * @returns the ids of those documents that the caller may see, in the query's version and locale, and that match its
 * conditions
 */
export const visibleDocumentsAmong = async (
  service: Service,
  query: Query,
  documentIds: readonly string[],
  unit: Transaction,
): Promise<ReadonlySet<string>> => {
  const existenceQuery: Query = {
    ...query,
    filter: { kind: 'compare', attribute: documentIdAttribute, operator: 'in', negated: false, operands: documentIds },
    sort: [],
    select: { fields: [], populate: [] },
    page: { mode: 'offset', start: 0, limit: Math.max(1, documentIds.length), withCount: false },
  };
  const { rows } = await runPlan(queryRunner(unit), planOf(existenceQuery, service.schema));
  return new Set(rows.map(({ documentId }) => String(documentId)));
};

/**
 * Whether the caller may see the document, in the query's version and locale, and it matches the query's conditions.
 */
export const isDocumentVisible = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  unit: Transaction,
): Promise<boolean> => {
  const existenceQuery: Query = { ...query, filter: undefined, sort: [], select: { fields: [], populate: [] } };
  const { rows } = await runPlan(queryRunner(unit), planOf(existenceQuery, service.schema, documentId));
  return rows.length > 0;
};
