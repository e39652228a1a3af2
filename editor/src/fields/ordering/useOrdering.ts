// Moves the items of a list, by dragging and by keys on their handles, and says to screen readers where they went.
import type { DragEndEvent } from '@dnd-kit/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { moveItem, targetOfKey } from './moveItem.ts';

export interface Ordering {
  readonly onDragEnd: (event: DragEndEvent) => void;
  /** For the `keydown` of the handle of the item at `index`. Returns whether the key moved it. */
  readonly moveByKey: (index: number, key: string) => boolean;
  /** The key of the item that was last moved by a key: its handle has the focus, so it must be in the page. */
  readonly movedKey: string | undefined;
  /** What the last move did, for a live region. */
  readonly announcement: string;
  /** Of the element that contains the handles; each handle has its item's key as `data-handle`. */
  readonly listRef: React.RefObject<HTMLDivElement | null>;
}

export const useOrdering = <T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  labelOf: (item: T) => string,
  onChange: (items: readonly T[]) => void,
): Ordering => {
  const t = useTranslations('fields.ordering');
  const listRef = useRef<HTMLDivElement>(null);
  const moved = useRef<string>(undefined);
  const [movedKey, setMovedKey] = useState<string>();
  const [announcement, setAnnouncement] = useState('');

  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || from === to) return;
    onChange(moveItem(items, from, to));
    setAnnouncement(t('moved', { label: labelOf(item), place: to + 1, count: items.length }));
  };

  // The browser takes the focus from an element that is moved in the document.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const handles = listRef.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [];
    const handle = [...handles].find((one) => one.dataset.handle === moved.current);
    if (handle === undefined) return;
    moved.current = undefined;
    handle.focus();
  });

  return {
    listRef,
    movedKey,
    announcement,
    onDragEnd: ({ active, over }) => {
      if (over === null) return;
      const indexOf = (key: unknown) => items.findIndex((item) => keyOf(item) === key);
      const [from, to] = [indexOf(active.id), indexOf(over.id)];
      if (from >= 0 && to >= 0) move(from, to);
    },
    moveByKey: (index, key) => {
      const to = targetOfKey(key, index, items.length);
      if (to === undefined) return false;
      const item = items[index];
      if (item !== undefined) {
        moved.current = keyOf(item);
        setMovedKey(moved.current);
      }
      move(index, to);
      return true;
    },
  };
};
