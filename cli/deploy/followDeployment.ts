// Copies renamed values while the functions change.
import { once } from 'node:events';
import { followWrites } from '../migrate/index.ts';
import { formatError } from '../terminal/formatError.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** Prints a line when it has begun, and ends when the input of this process does: the deploying process holds its other end. */
export const followDeployment = async (terminal: Terminal): Promise<boolean> => {
  await withService(terminal, async (service) => {
    const stop = await followWrites(service, (error) => {
      for (const line of formatError(error)) terminal.log(`copying what is written meanwhile failed: ${line}`);
    });
    terminal.print('ready');
    if (stop === undefined) return;
    await once(process.stdin.resume(), 'end');
    await stop();
  });
  return true;
};
