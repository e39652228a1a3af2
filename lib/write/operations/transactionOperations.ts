// Runs the operations of project code in one transaction, one after the other, until the code ends.
import { MongoError } from 'mongodb';
import { callProjectCode, ProjectCodeError } from '../../platform/extensions/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { runInTransaction, runWithSource, runWrite, type PreparedWrite } from '../documents/index.ts';
import type { OperationRunner } from './documents.ts';

/** How long a hook or a transaction may take. */
const maxSeconds = 5;

class TransactionOperations implements OperationRunner {
  private readonly unit: Transaction;
  private readonly beforeUse: () => Promise<void>;
  private last: Promise<unknown> = Promise.resolve();
  private unfinished = 0;
  private isOver = false;
  private failed: { readonly error: unknown } | undefined;

  constructor(unit: Transaction, beforeUse: () => Promise<void>) {
    this.unit = unit;
    this.beforeUse = beforeUse;
  }

  /** The error that ends the transaction, even if the code catches it. */
  get failure(): { readonly error: unknown } | undefined {
    return this.failed;
  }

  readonly run = <T>(work: (unit: Transaction) => Promise<T>): Promise<T> => {
    this.unfinished += 1;
    // The session of a transaction runs one operation at a time.
    const result = this.last.then(() => this.operate(work));
    this.last = result.catch(() => undefined);
    return result;
  };

  readonly write = async <T>(write: PreparedWrite<T>): Promise<T> => {
    try {
      return await runWithSource('code', () => write.attempt(this.unit));
    } catch (error) {
      // Part of the write may be done.
      this.failed ??= { error };
      throw error;
    }
  };

  readonly transaction: OperationRunner['transaction'] = (work) => work(this);

  /** Waits for the operation that runs, and refuses further ones. Returns whether all were finished. */
  async end(): Promise<boolean> {
    this.isOver = true;
    const isFinished = this.unfinished === 0;
    await this.last;
    return isFinished;
  }

  private async operate<T>(work: (unit: Transaction) => Promise<T>): Promise<T> {
    try {
      if (this.isOver) throw new Error('it has ended, or its time is over: its documents can no longer be used');
      if (this.failed !== undefined) throw this.failed.error;
      await this.beforeUse();
      return await work(this.unit);
    } catch (error) {
      // An error of the database has ended the transaction.
      if (error instanceof MongoError && !this.isOver) this.failed ??= { error };
      throw error;
    } finally {
      this.unfinished -= 1;
    }
  }
}

/**
 * Calls project code whose operations belong to a transaction.
 *
 * @param unit the transaction
 * @param call gets the runner for the operations
 * @param beforeUse is called before each of them
 * @throws as `callProjectCode`; an error of an operation that ends the transaction; ProjectCodeError if the code does not
 *   wait for its operations
 */
export const callInTransaction = async <T>(
  name: string,
  unit: Transaction,
  call: (operations: OperationRunner) => T | Promise<T>,
  beforeUse: () => Promise<void> = () => Promise.resolve(),
): Promise<T> => {
  const operations = new TransactionOperations(unit, beforeUse);
  let result: T;
  try {
    result = await callProjectCode(name, maxSeconds, () => call(operations));
  } catch (error) {
    const { failure } = operations;
    await operations.end();
    throw failure === undefined ? error : failure.error;
  }
  const isFinished = await operations.end();
  if (operations.failure !== undefined) throw operations.failure.error;
  if (!isFinished)
    throw new ProjectCodeError(name, new Error('it ended before its operations: await each call of documents'));
  return result;
};

/** Runs each operation by itself, or several in a transaction, which is repeated if another write comes first. */
export const separateOperations = (service: Service): OperationRunner => ({
  run: (work) => work(undefined),
  write: (write) => runWithSource('code', () => runWrite(service, write)),
  transaction: (work) =>
    runInTransaction(service, async (unit) => {
      let thrown: { readonly error: unknown } | undefined;
      try {
        return await callInTransaction('documents.transaction', unit, (operations) =>
          work(operations).catch((error: unknown) => {
            thrown = { error };
            throw error;
          }),
        );
      } catch (error) {
        // Code around the transaction catches its own error.
        throw error instanceof ProjectCodeError && error.cause === thrown?.error ? thrown?.error : error;
      }
    }),
});
