// @ts-check
// `lectern package` and `lectern deploy`: run the Serverless Framework of the project with the same arguments.
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import process from 'node:process';
import { findServerless, installCommand } from './peers.js';

const program = findServerless();
if (program === undefined) {
  console.error(
    'This command needs osls, a free version of the Serverless Framework, which is not installed here. Run:\n' +
      `  ${installCommand(['serverless'])}`,
  );
  process.exitCode = 1;
} else {
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
