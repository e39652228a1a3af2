// The lint rule for waiting: which waits for a time it reports.
import { expect, it } from 'vitest';
import { lintFiles } from './lintFiles.ts';

const faults = lintFiles(
  'tests/conditions',
  new Map([
    ['timer.ts', "import { setTimeout } from 'node:timers/promises'; await setTimeout(500);"],
    ['sleep.ts', 'await sleep(2_000);'],
    ['promise.ts', 'await new Promise((resolve) => setTimeout(resolve, 2));'],
    ['name.ts', 'await sleep(leaseMs + 100);'],
    ['property.ts', 'await sleep(settings.leaseMs);'],
    ['page.ts', 'await page.waitForTimeout(200);'],
    ['inPage.ts', 'await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));'],
    ['pageInLoop.ts', 'while (await isOpen()) await page.waitForTimeout(200);'],
    ['loop.ts', 'while (!(await isDone())) await sleep(20);'],
    ['random.ts', 'await sleep(Math.random() * 100);'],
    ['turn.ts', 'await new Promise((resolve) => setTimeout(resolve)); await sleep(0);'],
    ['condition.ts', 'await waitFor(isDone); await expect.poll(count).toBe(2); await wait(relay);'],
  ]),
);

const reported = ['timer', 'sleep', 'promise', 'name', 'property', 'page', 'inPage', 'pageInLoop'];

it.each(reported.map((name) => `${name}.ts`))('reports %s', (name) => {
  expect(faults.get(name)).toEqual([expect.stringMatching(/^Wait for a condition/)]);
});

it.each(['loop.ts', 'random.ts', 'turn.ts', 'condition.ts'])('accepts %s', (name) => {
  expect(faults.get(name)).toEqual([]);
});
