// The command line `lectern` as a process: output for scripts goes to stdout, everything else to stderr.
import { createInterface } from 'node:readline/promises';
import { runLectern } from './runLectern.ts';

const ask = async (question: string): Promise<string> => {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
};

process.exitCode = await runLectern(process.argv.slice(2), {
  env: process.env,
  print: (line) => {
    console.log(line);
  },
  log: (line) => {
    console.error(line);
  },
  isTTY: process.stdout.isTTY,
  ask: process.stdin.isTTY ? ask : undefined,
});
