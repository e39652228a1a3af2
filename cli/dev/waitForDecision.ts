// Waits until somebody has decided what becomes of removed attributes: on this terminal, or by a migration from elsewhere.
import { setTimeout } from 'node:timers/promises';
import { errorMessage } from '../../lib/errors.ts';
import type { Database } from '../../lib/platform/db/index.ts';
import {
  choicesFor,
  formatRefusedRemoval,
  noMigrationOptions,
  readRecord,
  type Choice,
  type MigrationOptions,
  type UndecidedRemoval,
} from '../migrate/index.ts';
import type { LogLine } from '../mongod/index.ts';

type Ask = (question: string, signal: AbortSignal) => Promise<string>;

const pollMs = 500;

/** The number of the last migration record; it changes with each migration. */
export const readRevision = async (database: Database): Promise<number | undefined> =>
  (await readRecord(await database.get()))?.revision;

/** Returns when another process has migrated the documents. */
const waitForMigration = async (
  database: Database,
  revision: number | undefined,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    await setTimeout(pollMs, undefined, { signal });
    const record = await readRecord(await database.get());
    if (record !== undefined && record.revision !== revision && record.migration === undefined) return;
  }
};

const askChoice = async (removal: UndecidedRemoval, ask: Ask, signal: AbortSignal): Promise<Choice> => {
  const choices = choicesFor(removal);
  for (;;) {
    const choice = choices[Number((await ask(`\nWhich one? [1-${choices.length}] `, signal)).trim()) - 1];
    if (choice !== undefined) return choice;
  }
};

/** @returns undefined if the developer wants to edit a file */
const askAll = async (
  removals: readonly UndecidedRemoval[],
  ask: Ask,
  log: LogLine,
  signal: AbortSignal,
): Promise<MigrationOptions | undefined> => {
  let options = noMigrationOptions;
  for (const removal of removals) {
    log(`\n${formatRefusedRemoval(removal)}`);
    const choice = await askChoice(removal, ask, signal);
    if (choice.options === undefined) return undefined;
    const { rename = [], drop = [] } = choice.options;
    options = { ...options, rename: [...options.rename, ...rename], drop: [...options.drop, ...drop] };
  }
  return options;
};

export interface Decision {
  readonly database: Database;
  readonly removals: readonly UndecidedRemoval[];
  /** The record of migrations before this wait. */
  readonly revision: number | undefined;
  /** Undefined: nobody can answer. */
  readonly ask: Ask | undefined;
  readonly log: LogLine;
  /** Carries out the options; throws when documents prevent it. */
  readonly apply: (options: MigrationOptions) => Promise<void>;
}

const decideHere = async (
  { removals, ask, log, apply }: Decision,
  isDecided: AbortSignal,
  migrated: Promise<void>,
): Promise<void> => {
  if (ask === undefined) {
    for (const removal of removals) log(`\n${formatRefusedRemoval(removal)}`);
    return migrated;
  }
  const options = await askAll(removals, ask, log, isDecided);
  if (options === undefined) {
    log('Waiting for a change of the file');
    return migrated;
  }
  await apply(options).catch((error: unknown) => {
    log(errorMessage(error));
    return migrated;
  });
};

/**
 * Asks the developer, unless nobody can answer or nothing is undecided, and waits for migrations from elsewhere.
 *
 * @returns when the documents fit the content types
 * @throws AbortError when the signal is aborted
 */
export const waitForDecision = async (decision: Decision, signal: AbortSignal): Promise<void> => {
  const decided = new AbortController();
  const either = AbortSignal.any([signal, decided.signal]);
  const migrated = waitForMigration(decision.database, decision.revision, either);
  try {
    await Promise.race(
      decision.removals.length === 0 ? [migrated] : [migrated, decideHere(decision, either, migrated)],
    );
  } finally {
    decided.abort();
    migrated.catch(() => undefined);
  }
};
