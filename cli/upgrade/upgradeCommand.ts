// The command `lectern upgrade`.
import { formatCount } from '../terminal/formatCount.ts';
import { formatOpen, formatStatusProblem, printFindings, type PendingFormat } from '../migrate/index.ts';
import { applyUpgrade, isDone, isVersion, pendingFiles, planUpgrade, type UpgradePlan } from './index.ts';
import { planPackages, type PackagesPlan } from '../packages/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface UpgradeOptions {
  readonly from?: string;
  readonly packages?: true;
  readonly apply?: true;
}

const printFormat = (terminal: Terminal, { format, description, findings }: PendingFormat): void => {
  terminal.print(`stored format ${format}: ${description}`);
  for (const { change, count } of findings) terminal.print(`  ${change}: ${count}`);
};

const printChanges = (terminal: Terminal, { from, to, changes }: UpgradePlan): void => {
  terminal.print(from === undefined ? `Lectern ${to}` : `Lectern ${from} → ${to}`);
  if (from === undefined)
    terminal.log('the database does not record an earlier version: --from <version> shows what changed since then');
  for (const { text } of changes) terminal.print(`\n${text}`);
  terminal.print('');
};

const printNeeds = (terminal: Terminal, { database, configurationProblem }: UpgradePlan): void => {
  terminal.print(`configuration: ${configurationProblem ?? 'servers and functions can start'}`);
  if ('refusal' in database) {
    terminal.print(`documents: ${database.refusal}`);
    return;
  }
  const { formats, types, missingIndexes } = database;
  if (formats.length === 0) terminal.print('stored format: up to date');
  for (const pending of formats) printFormat(terminal, pending);
  terminal.print(`content types: ${formatStatusProblem(types) ?? 'no document needs a migration'}`);
  for (const { name } of pendingFiles(types)) terminal.print(`migration: ${name} is not applied`);
  if (types.is === 'known') {
    printFindings(terminal, types.findings, false);
    const note = formatOpen(types.record);
    if (note !== undefined) terminal.print(`migration: ${note}`);
  }
  terminal.print(`indexes: ${missingIndexes === 0 ? 'all exist' : formatCount(missingIndexes, 'missing index')}`);
};

/** What the packages of the project are, if it is one with a package-lock.json. */
const packagesLine = (plan: PackagesPlan | undefined): readonly string[] => {
  if (plan === undefined) return [];
  if (plan.count === 0) return ['packages: as Lectern is tested with'];
  return [
    `packages: ${formatCount(plan.count, 'package')} in another version than Lectern is tested with: \`lectern upgrade --packages\``,
  ];
};

/** Writes the versions that the installed version is tested with into the project. It needs no database. */
const upgradePackages = async (terminal: Terminal): Promise<void> => {
  const plan = await planPackages(process.cwd());
  if (plan === undefined)
    throw new Error(
      'This folder has no package-lock.json with lectern in it: run this in a project, after `npm install lectern@latest`',
    );
  if (plan.count > 0) await plan.apply();
  terminal.log(
    plan.count === 0
      ? 'the project has the versions that Lectern is tested with'
      : `package.json and package-lock.json have other versions of ${formatCount(plan.count, 'package')} now: run \`npm install\``,
  );
};

/**
 * Prints what changed between the version that the database records and the installed one, and what the database needs.
 *
 * @returns whether nothing is left to do
 * @throws Error for a `--from` that is no version; with `--apply`, when documents do not fit the content types
 */
export const upgrade = async (terminal: Terminal, { from, packages, apply }: UpgradeOptions): Promise<boolean> => {
  if (packages === true && (apply === true || from !== undefined))
    throw new Error(
      '--packages changes the project, and --apply and --from are about the database: run them one after the other',
    );
  if (packages === true) {
    await upgradePackages(terminal);
    return true;
  }
  if (from !== undefined && !isVersion(from)) throw new Error(`--from: write a version, such as 0.1.0, not ${from}`);
  let done = false;
  await withService(terminal, async (service) => {
    const plan = await planUpgrade(service, from);
    printChanges(terminal, plan);
    printNeeds(terminal, plan);
    for (const line of packagesLine(await planPackages(process.cwd()))) terminal.print(line);
    done = isDone(plan);
    if (apply !== true) {
      terminal.log(
        done
          ? 'nothing is left to do'
          : '`lectern upgrade --apply` migrates the stored format, applies migrations/ and creates indexes',
      );
      return;
    }
    await applyUpgrade(service, terminal.log);
    done = plan.configurationProblem === undefined;
    terminal.log(
      done ? 'the database is upgraded' : 'the database is upgraded; servers need another configuration, see above',
    );
  });
  return done;
};
