// Keyboard shortcuts: each part of the editor adds its own while it is shown, and the list of `?` shows them.
import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Shortcut {
  /** As in Mantine: `mod+S`, where `mod` is Command on macOS and Ctrl elsewhere. */
  readonly keys: string;
  /** What it does. */
  readonly label: string;
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

export const openShortcuts = (): void => {
  setDialogOpen(true);
};

export const closeShortcuts = (): void => {
  setDialogOpen(false);
};

export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => active);

export const useShortcutsOpen = (): boolean => useSyncExternalStore(subscribe, () => dialogOpen);

/** Single characters are for text while the focus is in a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Adds a shortcut while the component is shown. Shortcuts without `mod` do nothing while the user types. */
export const useShortcut = (keys: string, label: string, handler: () => void): void => {
  const run = useEffectEvent(handler);
  useEffect(() => {
    const shortcut = { keys, label };
    active = [...active, shortcut];
    notify();
    const handle = getHotkeyHandler([[keys, run]]);
    const onKeyDown = (event: KeyboardEvent) => {
      const [target] = event.composedPath();
      if (keys.includes('mod+') || !isTyping(target ?? null)) handle(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      active = active.filter((one) => one !== shortcut);
      notify();
    };
  }, [keys, label]);
};
