// Plans of the museum's queries, and what they find when they run.
import { beforeAll, expect } from 'vitest';
import { askOf, run, type Found } from '../../lib/read/execute/index.ts';
import { lookupStage, planList, Resolved, type Plan, type Streamed } from '../../lib/read/plan/index.ts';
import { read, schema } from '../query/read.ts';
import { apiOf } from '../setup/api.ts';
import { seedMuseum, type Seeded } from '../setup/museum/seed.ts';

export interface Museum {
  readonly found: (query: string, type?: string) => Promise<Found>;
  /** The value that names each row: its title, or `null`. */
  readonly names: (query: string, type?: string, name?: string) => Promise<readonly unknown[]>;
  readonly id: (name: string) => string;
}

const compiled = (query: string, type?: string, streamed?: Streamed): Plan =>
  planList(read(query, undefined, type), schema, streamed);

/** A plan with its lookups as the stages that they become. */
export const planOf = (query: string, type?: string, streamed?: Streamed) => {
  const plan = compiled(query, type, streamed);
  return {
    ...plan,
    stages: [...plan.stages, ...plan.lookups.map(lookupStage)],
    batches: plan.batches.map(lookupStage),
  };
};

/** A plan as plain data: what earlier steps find stands in it as `$found0`. */
export const plain = (value: unknown): unknown => {
  if (value instanceof Resolved) return `$found${value.step}.${value.path}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

/** Seeds the museum for the test file that calls it. */
export const museumOf = (): Museum => {
  const api = apiOf(schema);
  let ids: Seeded = new Map();
  beforeAll(async () => {
    ids = await seedMuseum(api);
  });
  const found: Museum['found'] = async (query, type) => {
    const ask = askOf({ db: await api.service().database.get(), options: {} });
    const answer = await run(ask, (streamed) => compiled(query, type, streamed));
    // Where steps find too many, the plan goes other ways, to the same answer.
    const every = new Set(Array.from({ length: 20 }, (_, step) => step));
    expect(await run(ask, () => compiled(query, type, every)), `${query}, streamed`).toEqual(answer);
    return answer;
  };
  return {
    found,
    names: async (query, type, name = 'title') => {
      const { rows } = await found(query, type);
      const version = query.includes('status=draft') ? 'draft' : 'published';
      return rows.map((row) => (row[version] as Readonly<Record<string, unknown>>)[name] ?? null);
    },
    id: (name) => ids.get(name) ?? '',
  };
};
