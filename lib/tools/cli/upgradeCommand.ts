// The command `lectern upgrade`.
import { formatCount } from '../formatCount.ts';
import { formatStatusProblem, type PendingFormat } from '../migrate/index.ts';
import { applyUpgrade, isDone, isVersion, planUpgrade, type UpgradePlan } from '../upgrade/index.ts';
import { printFindings } from './printFindings.ts';
import { withService } from './withService.ts';

export interface UpgradeOptions {
  readonly from?: string;
  readonly apply?: true;
}

const printFormat = ({ format, description, findings }: PendingFormat): void => {
  console.log(`stored format ${format}: ${description}`);
  for (const { change, count } of findings) console.log(`  ${change}: ${count}`);
};

const printChanges = ({ from, to, changes }: UpgradePlan): void => {
  console.log(from === undefined ? `Lectern ${to}` : `Lectern ${from} → ${to}`);
  if (from === undefined)
    console.error('the database does not record an earlier version: --from <version> shows what changed since then');
  for (const { text } of changes) console.log(`\n${text}`);
  console.log('');
};

const printNeeds = ({ database, configurationProblem }: UpgradePlan): void => {
  console.log(`configuration: ${configurationProblem ?? 'servers and functions can start'}`);
  if ('refusal' in database) {
    console.log(`documents: ${database.refusal}`);
    return;
  }
  const { formats, types, missingIndexes } = database;
  if (formats.length === 0) console.log('stored format: up to date');
  for (const pending of formats) printFormat(pending);
  console.log(`content types: ${formatStatusProblem(types) ?? 'no document needs a migration'}`);
  if (types.is === 'known') printFindings(types.findings, false);
  console.log(`indexes: ${missingIndexes === 0 ? 'all exist' : formatCount(missingIndexes, 'missing index')}`);
};

const log = (line: string): void => {
  console.error(line);
};

/**
 * Prints what changed between the version that the database records and the installed one, and what the database needs.
 *
 * @returns whether nothing is left to do
 * @throws Error for a `--from` that is no version; with `--apply`, when documents do not fit the content types
 */
export const upgrade = async ({ from, apply }: UpgradeOptions): Promise<boolean> => {
  if (from !== undefined && !isVersion(from)) throw new Error(`--from: write a version, such as 0.1.0, not ${from}`);
  let done = false;
  await withService(async (service) => {
    const plan = await planUpgrade(service, from);
    printChanges(plan);
    printNeeds(plan);
    done = isDone(plan);
    if (apply !== true) {
      log(done ? 'nothing is left to do' : '`lectern upgrade --apply` migrates the stored format and creates indexes');
      return;
    }
    await applyUpgrade(service, log);
    done = plan.configurationProblem === undefined;
    log(done ? 'the database is upgraded' : 'the database is upgraded; servers need another configuration, see above');
  });
  return done;
};
