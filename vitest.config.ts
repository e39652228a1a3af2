import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// The file for a JSON report, from which .ci/run counts passes and failures.
const report = process.env.LECTERN_TEST_REPORT;

/** The test files of a project share its processes, one for each core: modules are loaded once for each process. */
const shared = { isolate: false, setupFiles: ['tests/setup/restore.ts'] };

const project = (
  name: string,
  groupOrder: number,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  // Projects run one after the other: a process is not shared between them.
  test: { name, sequence: { groupOrder }, ...options },
});

export default defineConfig({
  test: {
    // Much of the time goes into waiting for MongoDB, which has a process of its own.
    maxWorkers: '100%',
    testTimeout: 15_000,
    hookTimeout: 30_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      project('unit', 0, {
        ...shared,
        include: ['tests/**/*.test.ts'],
        exclude: ['tests/**/*.{api,e2e}.test.ts'],
      }),
      project('api', 1, {
        ...shared,
        include: ['tests/**/*.api.test.ts'],
        globalSetup: ['tests/setup/mongod.ts'],
      }),
      project('e2e', 2, {
        include: ['tests/**/*.e2e.test.ts'],
        globalSetup: ['mongod', 'programs', 'shared-folder', 'moto', 'schemathesis'].map(
          (one) => `tests/setup/${one}.ts`,
        ),
      }),
    ],
  },
});
