// Names through what content is changed.

/** Through what content is changed. `autosave`: the editor saved without being told to. */
export const changeSources = [
  'api',
  'editor',
  'autosave',
  'bulk',
  'code',
  'seed',
  'import',
  'migration',
  'restore',
  'release',
] as const;

export type ChangeSource = (typeof changeSources)[number];
