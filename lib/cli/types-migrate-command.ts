// lectern types diff, lectern types migrate
import { createInterface } from 'node:readline/promises';
import {
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
} from '../migrate/index.ts';
import { withService } from './with-service.ts';

export interface MigrateOptions extends Asked {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly baseline?: true;
  readonly again?: true;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'document' : 'documents'}`;

/** What is true of no document is not worth a line, unless all have to become so. */
const isTold = ({ level, documents, obstacles }: Finding): boolean =>
  level === 'must' || documents > 0 || obstacles.count > 0;

const linesOf = ({ place, level, means, documents, obstacles: { count, first } }: Finding): readonly string[] => [
  `${level.padEnd(5)} ${place} ${means}${documents === 0 && level !== 'must' ? '' : `: ${counted(documents)}`}`,
  ...first.map((line) => `      ${line}`),
  ...(count > first.length ? [`      … ${count - first.length} more`] : []),
];

const jsonOf = ({ change: { kind }, ...told }: Finding) => ({
  kind,
  ...told,
  pressing: isPressing({ change: { kind }, ...told } as Finding),
});

const print = (findings: readonly Finding[], json: boolean): void => {
  if (json) console.log(JSON.stringify(findings.map(jsonOf), null, 2));
  else for (const line of findings.filter(isTold).flatMap(linesOf)) console.log(line);
};

/**
 * Prints what the content types mean for the documents of the database.
 *
 * @returns whether servers and functions can be started on it: nothing has to be migrated, or stands in the way
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
      told ?? (fine ? 'nothing has to be migrated' : 'documents have to be migrated first: `lectern types migrate`'),
    );
  });
  return fine;
};

const confirmed = async (): Promise<boolean> => {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was changed: --yes applies it, --dry-run only says what it would do');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Change the documents? [y/N] ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
};

const log = (line: string): void => {
  console.error(line);
};

const isNothing = (asked: Asked): boolean => Object.values(asked).every((list: readonly string[]) => list.length === 0);

/**
 * Makes the documents of the database documents of the content types, or goes on where that ended.
 *
 * @returns whether there is nothing left that stands in the way
 */
export const migrateTypes = async ({ dryRun, yes, baseline, again, ...asked }: MigrateOptions): Promise<boolean> => {
  let fine = true;
  await withService(async (service) => {
    const standing = await standingOf(service, asked);
    if (standing.is === 'under way') {
      if (baseline === true || again === true || !isNothing(asked))
        throw new Error(
          'A migration began and did not end: `lectern types migrate --yes`, without more, goes on with it',
        );
      if (dryRun === true) log('a migration began and did not end');
      else if (yes === true || (await confirmed())) await resume(service, standing.record, log);
      return;
    }
    if (baseline === true) {
      if (dryRun !== true) await noteSchema(service);
      log('the database says now that its documents are of these content types');
      return;
    }
    if (again === true) {
      await migrateAgain(service, log);
      return;
    }
    if (standing.is === 'unknown') throw new Error(toldOf(standing));
    if (
      standing.is === 'empty' ||
      !standing.findings.some(({ level, obstacles }) => level === 'must' || obstacles.count > 0)
    ) {
      if (standing.is === 'known') print(standing.findings, false);
      if (dryRun !== true) await prepareDatabase(service);
      log('nothing has to be migrated');
      return;
    }
    print(standing.findings, false);
    for (const idle of standing.plan.idle) log(`${idle}: done already`);
    if (standing.findings.some(({ obstacles }) => obstacles.count > 0)) {
      log('this stands in the way: nothing was changed');
      fine = false;
      return;
    }
    if (dryRun === true) return;
    if (yes !== true && !(await confirmed())) return;
    await migrate(service, standing.record, asked, log);
    log('documents are of these content types');
  });
  return fine;
};
