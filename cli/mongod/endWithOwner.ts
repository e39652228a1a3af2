// Ends a process after the one that started it, however that ends.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** The program of the guard. A process that is starting may miss a signal, so it repeats them for five seconds, and then kills. */
const program = `
  let left = 10;
  const end = () => {
    try {
      process.kill(Number(process.argv[1]), left > 0 ? 'SIGTERM' : 'SIGKILL');
    } catch {
      return;
    }
    if (left-- > 0) setTimeout(end, 500);
  };
  process.stdin.on('close', end).resume();`;

/**
 * Starts a guard: another process, which ends a process when this one has ended, also if it was killed.
 *
 * @returns the guard: kill it when the process has ended
 */
export const endWithOwner = (pid: number): ChildProcess => {
  // Ctrl-C reaches every process of a terminal, and the guard must outlive this one.
  const guard = spawn(process.execPath, ['--eval', program, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as Socket).unref(); // a pipe, which closes with this process
  return guard;
};
