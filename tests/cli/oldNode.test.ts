// An old Node gets one sentence instead of a stack.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const runOn = (version: string) => {
  const faked = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(faked)}`, 'bin/lectern.js', '--version'],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

describe('lectern on Node', () => {
  it.each(['16.20.2', '18.20.8', '20.18.3'])('%s names the version that it needs', (version) => {
    expect(runOn(version)).toEqual({
      status: 1,
      stdout: '',
      stderr: `lectern needs Node 20.19 or later, and this is Node ${version}.\n`,
    });
  });

  it.each(['20.19.0', '24.0.1'])('%s runs', (version) => {
    expect(runOn(version)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
