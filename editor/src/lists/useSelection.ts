// Which documents of a list are selected: some of those that are loaded, or all that the list has.
import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { ListedDocument } from '../api/documents.ts';

export interface Selection {
  /** The selected documents among those that are loaded. */
  readonly state: RowSelectionState;
  /** Whether all documents of the list are selected, also those that are not loaded. */
  readonly isWhole: boolean;
  readonly set: (update: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) => void;
  readonly toggle: (documentId: string) => void;
  readonly selectWhole: () => void;
  readonly clear: () => void;
}

const none: RowSelectionState = {};

const toggled = (state: RowSelectionState, documentId: string): RowSelectionState =>
  state[documentId] === true
    ? Object.fromEntries(Object.entries(state).filter(([id]) => id !== documentId))
    : { ...state, [documentId]: true };

/**
 * @param key which documents the list shows: others begin without a selection
 * @param documents those that are loaded
 */
export const useSelection = (key: string, documents: readonly ListedDocument[]): Selection => {
  const [{ of, chosen }, setSelection] = useState<{
    readonly of: string;
    readonly chosen: RowSelectionState | 'whole';
  }>({
    of: key,
    chosen: none,
  });
  if (of !== key) setSelection({ of: key, chosen: none });
  return useMemo(() => {
    const inState = (selected: RowSelectionState | 'whole'): RowSelectionState =>
      selected === 'whole'
        ? Object.fromEntries(documents.map(({ documentId }) => [documentId, true as const]))
        : selected;
    const set: Selection['set'] = (update) => {
      setSelection((before) => ({
        of: before.of,
        chosen: typeof update === 'function' ? update(inState(before.chosen)) : update,
      }));
    };
    return {
      state: inState(chosen),
      isWhole: chosen === 'whole',
      set,
      toggle: (documentId) => {
        set((before) => toggled(before, documentId));
      },
      selectWhole: () => {
        setSelection((before) => ({ ...before, chosen: 'whole' }));
      },
      clear: () => {
        set(none);
      },
    };
  }, [chosen, documents]);
};
