// Asks before a command changes documents.
import type { Terminal } from './terminal.ts';

/**
 * @param question answered by `y` or `yes`; everything else is a no
 * @param alternative what to do where nobody can answer, such as `--yes restores without a question`
 * @throws Error with the alternative where nobody can answer
 */
export const confirm = async ({ ask }: Terminal, question: string, alternative: string): Promise<boolean> => {
  if (ask === undefined) throw new Error(`Nothing was changed: ${alternative}`);
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
};
