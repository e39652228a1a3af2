// Names through what content is changed.

/** Through what content is changed. `autosave`: the editor saved without being told to; `agent`: a tool of `/mcp`. */
export const changeSources = [
  'api',
  'editor',
  'autosave',
  'agent',
  'bulk',
  'code',
  'seed',
  'import',
  'migration',
  'restore',
  'release',
] as const;

export type ChangeSource = (typeof changeSources)[number];
