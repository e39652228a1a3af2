// Copies renamed values while the functions change.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { awaitsRepetition, followWrites } from '../migrate/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/**
 * Prints a line when it has begun, which says whether a migration waits for the functions. If one does, it ends when its input ends, also
 * where there is nothing to copy: the deploying process holds the other end (infra/follow.js), and starts it again if it ends earlier.
 *
 * @throws Error when it can copy no longer
 */
export const followDeployment = async (terminal: Terminal, input: Readable = process.stdin): Promise<boolean> => {
  await withService(terminal, async (service) => {
    const failures: unknown[] = [];
    let noticeFailure = (): void => undefined;
    const failed = new Promise<void>((resolve) => {
      noticeFailure = resolve;
    });
    const stop = await followWrites(service, (error) => {
      failures.push(error);
      noticeFailure();
    });
    const isAwaited = await awaitsRepetition(service);
    terminal.print(isAwaited ? 'migration' : 'no migration');
    if (!isAwaited) return;
    const ended = once(input.resume(), 'end');
    await Promise.race([ended, failed]);
    // A paused input does not keep the process running.
    input.pause();
    if (failures.length === 0) await stop?.();
    if (failures.length > 0) throw failures[0];
  });
  return true;
};
