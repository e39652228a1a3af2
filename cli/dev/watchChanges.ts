// Watches files and groups changes that follow each other closely.
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';

/** Hidden files, and temporary files that editors write while they save. */
const isTemporary = (path: string): boolean => /^\.|~$|\.(?:swp|tmp)$/.test(basename(path));

/**
 * @param folders the folders to watch; a missing folder is watched as soon as it exists
 * @param settleMs how long no change must come before the group is yielded
 * @returns the changed paths of each group; changes while the caller is busy form the next group
 */
export async function* watchChanges(
  folders: readonly string[],
  settleMs = 100,
): AsyncGenerator<readonly string[], never> {
  let changed: readonly string[] = [];
  let wake = (): void => undefined;
  const watcher = watch([...folders], { ignoreInitial: true, ignored: isTemporary });
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
