// Explains the database queries of a benchmark case, with the figures of `lectern explain`.
import type { Db } from 'mongodb';
import { administrator } from '../lib/platform/access/index.ts';
import { defaultConfig } from '../lib/platform/config/index.ts';
import { readQuery } from '../lib/read/query/index.ts';
import { explain, planOf, type ExplainedQuery } from '../lib/read/execute/index.ts';
import type { Schema } from '../lib/schema/index.ts';
import type { Case, Variant } from './cases/index.ts';

export interface ExplainRow {
  readonly title: string;
  readonly step: ExplainedQuery;
}

const articles = /^\/api\/articles(?:\/(?<documentId>[^?]+))?(?:\?(?<text>.*))?$/;

/** @throws Error when the schema has no articles */
export const explainCase = async (
  { title }: Case,
  { product }: Variant,
  db: Db,
  schema: Schema,
): Promise<readonly ExplainRow[]> => {
  const { documentId, text = '' } = articles.exec(product.path)?.groups ?? {};
  const type = schema.served.get('articles');
  if (type === undefined) throw new Error('The schema has no articles');
  const query = readQuery(text, type, administrator, {
    schema,
    config: defaultConfig,
    locales: { defaultLocale: 'en', codes: new Set(['en']) },
  });
  const { steps } = await explain(db, planOf(query, schema, documentId));
  return steps.map((step) => ({ title, step }));
};
