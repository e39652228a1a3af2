// Watches files and groups changes that follow each other closely.
import { once } from 'node:events';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';

/** Hidden files, and temporary files that editors write while they save. */
const isTemporary = (path: string): boolean => /^\.|~$|\.(?:swp|tmp)$/.test(basename(path));

export interface Changes {
  /** The changed paths of each group; changes while the caller is busy form the next group. */
  readonly groups: AsyncIterable<readonly string[]>;
  /** Stops watching. */
  readonly close: () => Promise<void>;
}

/**
 * @param folders the folders to watch; a missing folder is watched as soon as it exists
 * @param settleMs how long no change must come before the group is yielded
 * @returns when it watches: it notices every later change
 */
export const watchChanges = async (folders: readonly string[], settleMs = 100): Promise<Changes> => {
  let changed: readonly string[] = [];
  let wake = (): void => undefined;
  const watcher = watch([...folders], { ignoreInitial: true, ignored: isTemporary });
  watcher.on('all', (_, path) => {
    changed = [...changed, path];
    wake();
  });
  await once(watcher, 'ready');
  const groups = async function* (): AsyncGenerator<readonly string[], never> {
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
  };
  return { groups: groups(), close: () => watcher.close() };
};
