// The commands `lectern types diff` and `lectern types migrate`.
import { createInterface } from 'node:readline/promises';
import {
  findingsAgain,
  isPressing,
  migrate,
  migrateAgain,
  noteSchema,
  prepareDatabase,
  resume,
  standingOf,
  toldOf,
  type Asked,
  type Finding,
  type Recorded,
  type Standing,
} from '../migrate/index.ts';
import type { Service } from '../../platform/service.ts';
import { isOfAny, print } from './findings.ts';
import { withService } from './withService.ts';

export interface MigrateOptions extends Asked {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
  readonly baseline?: true;
  readonly again?: true;
}

/**
 * Prints how the content types differ from the documents of the database.
 *
 * @returns whether servers and functions can start: no document needs a migration and nothing blocks one
 */
export const diffTypes = async ({ json = false }: { readonly json?: boolean }): Promise<boolean> => {
  let fine = true;
  await withService(async (service) => {
    const standing = await standingOf(service);
    if (standing.is === 'known') print(standing.findings, json);
    else if (json) console.log('[]');
    const told = standing.is === 'known' ? undefined : toldOf(standing);
    fine = told === undefined && !(standing.is === 'known' && standing.findings.some(isPressing));
    console.error(
      told ?? (fine ? 'no document needs a migration' : 'documents need a migration first: `lectern types migrate`'),
    );
  });
  return fine;
};

const confirmed = async (): Promise<boolean> => {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was changed: --yes runs the migration, --dry-run only prints what it would do');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Change the documents? [y/N] ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
};

const log = (line: string): void => {
  console.error(line);
};

const done = 'all documents fit these content types';

const isAsked = (asked: Asked): boolean => Object.values(asked).some((list: readonly string[]) => list.length > 0);

const goOn = async (service: Service, { migration }: Recorded, asked: Asked): Promise<void> => {
  if (isAsked(asked) && JSON.stringify(asked) !== JSON.stringify(migration?.asked))
    throw new Error(
      'A migration with other options is not finished: finish it with `lectern types migrate` without these options',
    );
  await resume(service, log);
};

/** Prints a line if there are obstacles. */
const isFree = (findings: readonly Finding[]): boolean => {
  const free = findings.every(({ obstacles }) => obstacles.count === 0);
  if (!free) log('these obstacles block the migration: nothing was changed');
  return free;
};

const onceMore = async (service: Service, dryRun: true | undefined): Promise<boolean> => {
  const findings = await findingsAgain(service);
  print(findings.filter(isOfAny), false);
  if (!isFree(findings)) return false;
  if (dryRun === true) return true;
  await migrateAgain(service, log);
  log(done);
  return true;
};

const known = async (
  service: Service,
  { record, plan, findings }: Extract<Standing, { readonly is: 'known' }>,
  { dryRun, yes, ...asked }: MigrateOptions,
): Promise<boolean> => {
  print(findings, false);
  for (const idle of plan.idle) log(`${idle}: nothing to do`);
  if (!isFree(findings)) return false;
  const isNeeded = findings.some(({ level }) => level === 'must');
  if (dryRun !== true) {
    if (!isNeeded) await prepareDatabase(service);
    else if (yes === true || (await confirmed())) await migrate(service, record, asked, log);
    else return false;
  }
  if (!isNeeded || dryRun !== true) log(isNeeded ? done : 'no document needs a migration');
  return true;
};

/** @throws Error when options are given that `--baseline` and `--again` do not use */
const refuseAsked = (option: string, asked: Asked): void => {
  if (isAsked(asked)) throw new Error(`--${option} takes no --rename, --drop, --fill or --keep`);
};

const migrated = async (service: Service, options: MigrateOptions): Promise<boolean> => {
  const { dryRun, yes, baseline, again, ...asked } = options;
  if (baseline === true || again === true) refuseAsked(baseline === true ? 'baseline' : 'again', asked);
  const standing = await standingOf(service, asked);
  if (standing.is === 'under way') {
    if (baseline === true || again === true || dryRun === true) throw new Error(toldOf(standing));
    if (yes !== true && !(await confirmed())) return false;
    await goOn(service, standing.record, asked);
    log(done);
    return true;
  }
  if (baseline === true) {
    if (dryRun !== true) await noteSchema(service);
    log('the database records these content types as those of its documents');
    return true;
  }
  if (again === true) return onceMore(service, dryRun);
  if (standing.is === 'known') return known(service, standing, { dryRun, yes, ...asked });
  if (standing.is === 'unknown') throw new Error(toldOf(standing));
  if (dryRun !== true) await prepareDatabase(service);
  log('no document needs a migration');
  return true;
};

/**
 * Migrates the documents of the database to the content types, or continues an interrupted migration.
 *
 * @returns whether the migration is done; false if there are obstacles or the user did not confirm it
 * @throws Error when the options do not fit the state of the database
 */
export const migrateTypes = async (options: MigrateOptions): Promise<boolean> => {
  let fine = true;
  await withService(async (service) => {
    fine = await migrated(service, options);
  });
  return fine;
};
