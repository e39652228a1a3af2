// Compiles queries of the museum into plans, and runs them.
import { beforeAll, expect } from 'vitest';
import { queryRunner, runPlan, type PlanResult } from '../../../lib/read/execute/index.ts';
import {
  lookupStage,
  planList,
  ResolvedValues,
  type Plan,
  type UnresolvedSteps,
} from '../../../lib/read/plan/index.ts';
import { read, schema } from '../query/read.ts';
import { createApi, type Api } from '../../setup/api.ts';
import { seedMuseum, type Seeded } from '../../setup/museum/seed.ts';

export interface Museum {
  readonly collection: Api['collection'];
  readonly get: Api['get'];
  readonly found: (query: string, type?: string) => Promise<PlanResult>;
  /** The title of each row, or another attribute; null if it has none. */
  readonly names: (query: string, type?: string, name?: string) => Promise<readonly unknown[]>;
  readonly id: (name: string) => string;
}

const compiled = (query: string, type?: string, streamed?: UnresolvedSteps): Plan =>
  planList(read(query, undefined, type), schema, streamed);

/** A plan with its lookups compiled to stages. */
export const planOf = (query: string, type?: string, streamed?: UnresolvedSteps) => {
  const plan = compiled(query, type, streamed);
  return {
    ...plan,
    stages: [...plan.stages, ...plan.lookups.map(lookupStage)],
    batches: plan.batches.map(lookupStage),
  };
};

/** A plan as plain data: `$found0` stands for the results of step 0. */
export const plain = (value: unknown): unknown => {
  if (value instanceof ResolvedValues) return `$found${value.step}.${value.path}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

/** Seeds the museum for the calling test file. */
export const museumOf = (): Museum => {
  const api = createApi(schema);
  let ids: Seeded = new Map();
  beforeAll(async () => {
    await api.createAllIndexes();
    ids = await seedMuseum(api);
  });
  const found: Museum['found'] = async (query, type) => {
    const ask = queryRunner({ db: await api.service().database.get(), options: {} });
    const answer = await runPlan(ask, (streamed) => compiled(query, type, streamed));
    // When a step finds too many targets, the plan uses lookups instead; the result must be the same.
    const every = new Set(Array.from({ length: 20 }, (_, step) => step));
    expect(await runPlan(ask, () => compiled(query, type, every)), `${query}, streamed`).toEqual(answer);
    return answer;
  };
  return {
    collection: api.collection,
    get: api.get,
    found,
    names: async (query, type, name = 'title') => {
      const { rows } = await found(query, type);
      const version = query.includes('status=draft') ? 'draft' : 'published';
      return rows.map((row) => (row[version] as Readonly<Record<string, unknown>>)[name] ?? null);
    },
    id: (name) => ids.get(name) ?? '',
  };
};
