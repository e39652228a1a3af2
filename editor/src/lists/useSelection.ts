// Which documents of a list are selected.
import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';

export interface Selection {
  readonly state: RowSelectionState;
  readonly set: (update: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) => void;
  readonly toggle: (documentId: string) => void;
  readonly clear: () => void;
}

const none: RowSelectionState = {};

const toggled = (state: RowSelectionState, documentId: string): RowSelectionState =>
  state[documentId] === true
    ? Object.fromEntries(Object.entries(state).filter(([id]) => id !== documentId))
    : { ...state, [documentId]: true };

/** @param key which documents the list shows: others begin without a selection */
export const useSelection = (key: string): Selection => {
  const [{ of, state }, setSelection] = useState({ of: key, state: none });
  if (of !== key) setSelection({ of: key, state: none });
  return useMemo(() => {
    const set: Selection['set'] = (update) => {
      setSelection((before) => ({
        of: before.of,
        state: typeof update === 'function' ? update(before.state) : update,
      }));
    };
    return {
      state,
      set,
      toggle: (documentId) => {
        set((before) => toggled(before, documentId));
      },
      clear: () => {
        set(none);
      },
    };
  }, [state]);
};
