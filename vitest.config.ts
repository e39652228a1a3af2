import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The file for a JSON report, from which .ci/run counts passes and failures.
const report = process.env.LECTERN_TEST_REPORT;

/** The test files of a project share its processes, so that each process loads a module only once. */
const shared = { isolate: false, setupFiles: ['tests/setup/restore.ts', 'tests/setup/fixedSeed.ts'] };

/** Those whose tests restore their spies and stubs. */
const restoring = { ...shared, setupFiles: [...shared.setupFiles, 'tests/setup/restoreEach.ts'] };

/** Watches the commands to MongoDB. */
const nulls = 'tests/setup/refuseNullsInLists.ts';

/**
 * Short tests run most functions a few times, so V8 optimises only the busiest, and collects garbage less often. Only the V8 of
 * Node 20 has the flag for the former: later ones end at once with `bad option`.
 */
const execArgv = [
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=500000'] : []),
  '--max-semi-space-size=64',
];

/** Tests that start programs. */
const programs: TestProjectInlineConfiguration['test'] = {
  ...shared,
  // Programs need their time.
  testTimeout: 180_000,
  // Some install packages.
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
  execArgv,
  globalSetup: ['mongod', 'programs', 'chromium', 'shared-folder', 'moto'].map((one) => `tests/setup/${one}.ts`),
};

/**
 * Vitest starts the largest files first, until it knows their times. These are small, as those of the editor call the tests of other
 * files, and take longest: started last, they would run alone.
 */
const longest = /\/(?:access\/work\/leaks\.slow|editor\/\w+\.e2e)\.test\.ts$/;

/** Set to a text: the files of each project are in a random order, another one for each text. */
const seed = process.env.LECTERN_SHUFFLE;

const randomPlace = ({ moduleId }: TestSpecification): string =>
  createHash('sha1')
    .update(`${seed} ${relative('.', moduleId)}`)
    .digest('hex');

class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects stay apart, because each needs processes of its own.
    const place = (file: TestSpecification) => `${file.project.name} ${randomPlace(file)}`;
    if (seed !== undefined) return sorted.sort((one, other) => (place(one) < place(other) ? -1 : 1));
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const project = (name: string, options: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...options },
});

export default defineConfig({
  test: {
    // Tests wait for MongoDB, which has a process of its own, so more workers than cores are faster.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: FileOrder },
    experimental: { fsModuleCache: true },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      project('unit', {
        ...restoring,
        execArgv,
        include: ['tests/**/*.test.ts'],
        exclude: ['tests/**/*.{mocked,api,slow,e2e,long,strapi}.test.ts'],
      }),
      // Those that replace modules, and so need a process of their own.
      project('mocked', { ...restoring, isolate: true, execArgv, include: ['tests/**/*.mocked.test.ts'] }),
      project('api', {
        ...restoring,
        setupFiles: [...restoring.setupFiles, nulls],
        include: ['tests/**/*.api.test.ts'],
        globalSetup: ['tests/setup/mongod.ts'],
        provide: { decisiveIndexesOnly: true },
        execArgv,
      }),
      // Strapi's recorded answers, every caller on every route, random sequences, archives, large data, migrations of
      // whole sites, relays and sweeps.
      project('slow', {
        ...shared,
        setupFiles: [...shared.setupFiles, nulls],
        execArgv,
        include: ['tests/**/*.slow.test.ts'],
        globalSetup: ['tests/setup/mongod.ts'],
        provide: { decisiveIndexesOnly: true },
      }),
      // With a real Strapi, which needs minutes: `npm run test:strapi`.
      project('strapi', {
        include: ['tests/**/*.strapi.test.ts'],
        globalSetup: ['tests/setup/mongod.ts', 'tests/setup/programs.ts'],
      }),
      project('e2e', { ...programs, include: ['tests/**/*.e2e.test.ts'] }),
      // What takes minutes and guards little that no other test does: `npm run test:long`.
      project('long', { ...programs, include: ['tests/**/*.long.test.ts'] }),
    ],
  },
});
