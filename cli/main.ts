// The command line `lectern` as a process: output for scripts goes to stdout, everything else to stderr.
import { runDeploymentSteps } from './deploy/deploymentSteps.ts';
import { askTerminal } from './terminal/askTerminal.ts';
import type { Terminal } from './terminal/terminal.ts';
import { runLectern } from './runLectern.ts';

const terminal: Terminal = {
  env: process.env,
  print: (line) => {
    console.log(line);
  },
  log: (line) => {
    console.error(line);
  },
  isTTY: process.stdout.isTTY,
  ask: process.stdin.isTTY ? askTerminal : undefined,
};
const args = process.argv.slice(2);
process.exitCode = (await runDeploymentSteps(args, terminal)) ?? (await runLectern(args, terminal));
