// Which files are selected.
import { useState } from 'react';

export interface FileSelection {
  /** documentIds. */
  readonly selected: ReadonlySet<string>;
  readonly toggle: (documentId: string) => void;
  readonly set: (documentIds: readonly string[]) => void;
}

/** @param key what the screen shows: other files begin without a selection */
export const useFileSelection = (key: string): FileSelection => {
  const [{ of, selected }, setState] = useState<{ of: string; selected: ReadonlySet<string> }>({
    of: key,
    selected: new Set(),
  });
  if (of !== key) setState({ of: key, selected: new Set() });
  return {
    selected,
    toggle: (documentId) => {
      setState((before) => {
        const next = new Set(before.selected);
        if (!next.delete(documentId)) next.add(documentId);
        return { ...before, selected: next };
      });
    },
    set: (documentIds) => setState((before) => ({ ...before, selected: new Set(documentIds) })),
  };
};
