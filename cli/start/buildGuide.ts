// Builds the documentation of a clone, in a process of its own: the package has it built.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../lib/installedPackage.ts';

/** @throws Error if it fails; the process has printed why on stderr */
export const buildGuide = async (): Promise<void> => {
  const script = join(packageRoot(), 'bin/buildGuide.js');
  if (!existsSync(script)) return;
  // The process ends when this one closes the channel.
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.unref();
  child.channel?.unref();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The documentation could not be built');
};
