// Keyboard shortcuts: each part of the editor adds its own while it is shown, and the list of `?` shows them.
import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As in Mantine: `mod+S`, where `mod` is Command on macOS and Ctrl elsewhere. */
  readonly keys: string;
  /** What it does. */
  readonly label: string;
  /** Whether it works only while the user writes in a text of several lines. */
  readonly isOfText: boolean;
}

let active: readonly Shortcut[] = [];
let dialogOpen = false;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const setDialogOpen = (open: boolean): void => {
  dialogOpen = open;
  notify();
};

export const openShortcuts = (): void => setDialogOpen(true);

export const closeShortcuts = (): void => setDialogOpen(false);

/** Once for all parts that have the same one. */
let listed: readonly Shortcut[] = [];

const setActive = (shortcuts: readonly Shortcut[]): void => {
  active = shortcuts;
  const unique = new Map<string, Shortcut>();
  for (const shortcut of shortcuts) {
    const key = `${shortcut.keys} ${shortcut.label} ${String(shortcut.isOfText)}`;
    if (!unique.has(key)) unique.set(key, shortcut);
  }
  const next = [...unique.values()];
  // Each further text of a form adds the same ones, and renders nothing.
  if (next.length === listed.length && next.every((shortcut, index) => shortcut === listed[index])) return;
  listed = next;
  notify();
};

/** @returns a function that takes them away again */
const add = (shortcuts: readonly Shortcut[]): (() => void) => {
  setActive([...active, ...shortcuts]);
  return () => {
    const removed = new Set(shortcuts);
    setActive(active.filter((one) => !removed.has(one)));
  };
};

export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => listed);

export const useShortcutsOpen = (): boolean => useSyncExternalStore(subscribe, () => dialogOpen);

/** Single characters are for text while the focus is in a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Adds a shortcut while the component is shown. Shortcuts without `mod` do nothing while the user types.
 *
 * @param handler undefined: there is no shortcut now
 */
export const useShortcut = (keys: string, label: string, handler: (() => void) | undefined): void => {
  const run = useEffectEvent(() => handler?.());
  const isOn = handler !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const remove = add([{ keys, label, isOfText: false }]);
    const handle = getHotkeyHandler([[keys, run]]);
    const onKeyDown = (event: KeyboardEvent) => {
      const [target] = event.composedPath();
      if (keys.includes('mod+') || !isTyping(target ?? null)) handle(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      remove();
    };
  }, [keys, label, isOn]);
};

/**
 * Lists the keys of a text while the component is shown. The text itself handles them.
 *
 * @param labels what each of the keys does; the same object as long as the language is the same
 */
export const useTextShortcuts = (labels: Readonly<Record<string, string>>): void =>
  useEffect(() => add(Object.entries(labels).map(([keys, label]) => ({ keys, label, isOfText: true }))), [labels]);
