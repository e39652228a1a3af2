import { defineConfig } from 'vitest/config';

// .ci/run reads its counts from this file.
const report = process.env.LECTERN_TEST_REPORT;

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/setup/mongod.ts', 'tests/setup/moto.ts', 'tests/setup/schemathesis.ts'],
    // Much of the time goes into waiting for MongoDB, which has a process of its own.
    maxWorkers: '100%',
    testTimeout: 15_000,
    hookTimeout: 30_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
