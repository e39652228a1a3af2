// Keeps the entries that were copied last, so that they can be pasted in another document, also in another tab. They are in
// memory only: nothing of a document stays in the browser.
import { useSyncExternalStore } from 'react';
import { onForget } from '../../api/session.ts';
import { withoutPasswords } from '../../form/components.ts';
import type { EditorSchema } from '../../schema/types.ts';
import { readCopied, type CopiedEntry } from './usePaste.ts';

const none: readonly CopiedEntry[] = [];

let copied = none;
const listeners = new Set<() => void>();
const channel = new BroadcastChannel('lectern-entries');

const set = (entries: readonly CopiedEntry[]): void => {
  copied = entries;
  for (const listener of listeners) listener();
};

onForget(() => set(none));

type Message = readonly CopiedEntry[] | 'ask';

channel.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (data !== 'ask') set(readCopied(data));
  else if (copied.length > 0) channel.postMessage(copied satisfies Message);
};
// A tab that opens later gets what was copied in another one.
channel.postMessage('ask' satisfies Message);

/** Passwords are not copied. */
export const copyToClipboard = (schema: EditorSchema, entries: readonly CopiedEntry[]): void => {
  set(
    entries.map(({ uid, values }) => ({
      uid,
      values: withoutPasswords({ attributes: schema.components.get(uid)?.attributes ?? {} }, schema, values),
    })),
  );
  channel.postMessage(copied satisfies Message);
};

export const getCopied = (): readonly CopiedEntry[] => copied;

export const useCopied = (): readonly CopiedEntry[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getCopied);
