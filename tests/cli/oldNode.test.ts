// An old Node gets one sentence instead of a stack.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program on a Node that says it has this version. */
const runOn = (version: string, ...program: readonly string[]) => {
  const faked = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(faked)}`, ...program],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

describe('lectern on Node', () => {
  it.each(['16.20.2', '18.20.8', '20.18.3'])('%s names the version that it needs', (version) => {
    expect(runOn(version, 'bin/lectern.js', '--version')).toEqual({
      status: 1,
      stdout: '',
      stderr: `lectern needs Node 20.19 or later, and this is Node ${version}.\n`,
    });
  });

  // Without the command line, which takes seconds to load and runs in cli.e2e.test.ts.
  it.each(['20.19.0', '24.0.1'])('%s continues', (version) => {
    const program = [
      "import { checkNode } from './bin/checkNode.js';",
      "checkNode(new URL('package.json', `file://${process.cwd()}/`));",
      "console.log('continues');",
    ];
    expect(runOn(version, '--input-type=module', '--eval', program.join('\n'))).toEqual({
      status: 0,
      stdout: 'continues\n',
      stderr: '',
    });
  });
});
