// The command line `lectern` as a process: output for scripts goes to stdout, everything else to stderr.
import { askTerminal } from './terminal/askTerminal.ts';
import { runLectern } from './runLectern.ts';

process.exitCode = await runLectern(process.argv.slice(2), {
  env: process.env,
  print: (line) => {
    console.log(line);
  },
  log: (line) => {
    console.error(line);
  },
  isTTY: process.stdout.isTTY,
  ask: process.stdin.isTTY ? askTerminal : undefined,
});
