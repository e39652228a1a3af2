// Creates the documents of a group in batches, each in one transaction.
import {
  createMany,
  toBatchCreation,
  prepareCreate,
  runWrite,
  type BatchCreation,
  type WriteTarget,
} from '../../lib/write/documents/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { ApiError } from '../../lib/errors.ts';

const addLocation = (error: unknown, location: string): unknown => {
  if (!(error instanceof ApiError))
    return error instanceof Error ? new Error(`${location}: ${error.message}`, { cause: error }) : error;
  const { errors } = error.details;
  const reasons = Array.isArray(errors)
    ? (errors as { path: readonly string[]; message: string }[]).map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      )
    : [error.message];
  return new Error(`${location}: ${reasons.join('; ')}`);
};

/** Runs work for the document at the location. Its errors name the location and every fault. */
export const withErrorLocation = async <T>(location: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw addLocation(error, location);
  }
};

const batchSize = 500;

/** A document to create, as in the body of a request. */
interface SeededBody {
  /** The location in the file, for errors. */
  readonly where: string;
  readonly data: unknown;
  /** Receives the documentId when the document is stored. */
  readonly onCreated: (documentId: string) => void;
}

/** Collects documents, and creates them in order. If one of a batch has a fault, those before it are stored. */
export class BatchedCreates {
  private readonly service: Service;
  private readonly target: WriteTarget;
  private batch: SeededBody[] = [];

  constructor(service: Service, target: WriteTarget) {
    this.service = service;
    this.target = target;
  }

  async add(body: SeededBody): Promise<void> {
    this.batch.push(body);
    if (this.batch.length === batchSize) await this.flush();
  }

  /** Creates the documents that are collected. Throws the located error of the first one with a fault. */
  async flush(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    const created = await this.createBatch(batch);
    for (const [index, { where, data, onCreated }] of batch.entries())
      onCreated(created?.[index] ?? (await withErrorLocation(where, () => this.createOne(data))));
  }

  private async createOne(data: unknown): Promise<string> {
    const write = await prepareCreate(this.service, this.target, data);
    return (await runWrite(this.service, write)).documentId;
  }

  /** @returns the documentIds; undefined if the documents must be created one after another */
  private async createBatch(batch: readonly SeededBody[]): Promise<readonly string[] | undefined> {
    const creations: BatchCreation[] = [];
    for (const { data } of batch) {
      const creation = await this.prepareForBatch(data);
      if (creation === undefined) return undefined;
      creations.push(creation);
    }
    const [first, ...others] = creations;
    if (first === undefined) return undefined;
    const stored = await runWrite(this.service, {
      about: undefined,
      attempt: (unit) => unit.inTransaction((transaction) => createMany(this.service, transaction, [first, ...others])),
    });
    return stored?.map(({ documentId }) => documentId);
  }

  /** @returns undefined if the document must be created by itself, or has a fault */
  private async prepareForBatch(data: unknown): Promise<BatchCreation | undefined> {
    // Creating the document by itself finds the fault again, after those before it are stored.
    const prepared = await prepareCreate(this.service, this.target, data).catch(() => undefined);
    return prepared?.creation && toBatchCreation(this.service, prepared.creation);
  }
}
