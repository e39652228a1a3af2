// Keeps the entry that was copied last, so that it can be pasted in another document, also in another tab. It is in memory
// only: nothing of a document stays in the browser.
import { useSyncExternalStore } from 'react';
import { onForget } from '../../api/session.ts';
import { copyEntry } from '../../form/entries.ts';
import type { FormValues } from '../../form/types.ts';

interface CopiedEntry {
  /** The uid of its component. */
  readonly uid: string;
  readonly values: FormValues;
}

let copied: CopiedEntry | undefined;
onForget(() => {
  copied = undefined;
});
const listeners = new Set<() => void>();
const channel = new BroadcastChannel('lectern-entry');

const set = (entry: CopiedEntry): void => {
  copied = entry;
  for (const listener of listeners) listener();
};

type Message = CopiedEntry | 'ask';

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data !== 'ask') set(data);
  else if (copied !== undefined) channel.postMessage(copied);
};
// A tab that opens later gets what was copied in another one.
channel.postMessage('ask' satisfies Message);

export const copyToClipboard = (entry: CopiedEntry): void => {
  set(entry);
  channel.postMessage(entry);
};

/** The copied entry if it is of one of these components. */
export const useCopiedEntry = (uids: readonly string[]): CopiedEntry | undefined => {
  const entry = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => copied,
  );
  return entry !== undefined && uids.includes(entry.uid) ? entry : undefined;
};

/** @returns the values of a copied entry, without what made it an entry of its list */
export const pastedValues = ({ values }: CopiedEntry): FormValues =>
  Object.fromEntries(Object.entries(copyEntry(values)).filter(([key]) => key !== '__key' && key !== '__component'));
