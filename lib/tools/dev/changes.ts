// Tells when files change: once for changes that come together.
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';

/** What editors write beside a file while it is saved, and what is hidden. */
const passing = (path: string): boolean => /^\.|~$|\.(?:swp|tmp)$/.test(basename(path));

/**
 * @param folders those that do not exist yet count from when they do
 * @param settleMs how long it has to be quiet
 * @returns the changed paths each time; what changes while the caller is busy comes next
 */
export async function* changes(folders: readonly string[], settleMs = 100): AsyncGenerator<readonly string[], never> {
  let changed: readonly string[] = [];
  let wake = (): void => undefined;
  const watcher = watch([...folders], { ignoreInitial: true, ignored: passing });
  watcher.on('all', (_, path) => {
    changed = [...changed, path];
    wake();
  });
  try {
    for (;;) {
      if (changed.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      for (let seen = 0; seen < changed.length;) {
        seen = changed.length;
        await setTimeout(settleMs);
      }
      const settled = [...new Set(changed)];
      changed = [];
      yield settled;
    }
  } finally {
    await watcher.close();
  }
}
