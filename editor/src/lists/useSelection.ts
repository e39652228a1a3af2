// Which documents of a list are selected: some of those that are loaded, or all that the list has.
import { useMemo, useState } from 'react';
import type { ListedDocument } from '../api/documents.ts';

/** By documentId. */
type Selected = Readonly<Record<string, true>>;

export type Selection = ReturnType<typeof useSelection>;

const none: Selected = {};

const toggled = (selected: Selected, documentId: string): Selected => {
  const { [documentId]: before, ...others } = selected;
  return before === true ? others : { ...others, [documentId]: true };
};

/**
 * @param key which documents the list shows: others begin without a selection
 * @param documents those that are loaded
 * @returns `state`: the selected documents among those that are loaded. `isWhole`: whether all of the list are, also those that are not
 */
export const useSelection = (key: string, documents: readonly ListedDocument[]) => {
  const [{ of, chosen }, setSelection] = useState<{ readonly of: string; readonly chosen: Selected | 'whole' }>({
    ...{ of: key, chosen: none },
  });
  if (of !== key) setSelection({ of: key, chosen: none });
  return useMemo(() => {
    const loaded: Selected = Object.fromEntries(documents.map(({ documentId }) => [documentId, true as const]));
    const set = (next: Selected | 'whole') => setSelection((before) => ({ of: before.of, chosen: next }));
    return {
      state: chosen === 'whole' ? loaded : chosen,
      isWhole: chosen === 'whole',
      set,
      toggle: (documentId: string) => {
        setSelection((before) => ({
          of: before.of,
          chosen: toggled(before.chosen === 'whole' ? loaded : before.chosen, documentId),
        }));
      },
      selectLoaded: () => set(loaded),
      selectWhole: () => set('whole'),
      clear: () => set(none),
    };
  }, [chosen, documents]);
};
