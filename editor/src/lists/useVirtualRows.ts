// Renders only the rows in view, loads the next page near the end, and moves the focus with the arrow keys.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useList } from './useList.ts';
import classes from './lists.module.css';

const rowsBeforeEnd = 15;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** @param headerHeight of what covers the first rows: the sticky header */
export const useVirtualRows = (rowHeight: number, headerHeight: number) => {
  const { pages, keepPlace } = useList();
  const { documents, initialRow, isPlaceholderData: isOutdated, rememberRow } = pages;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const count = documents.length;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  // The virtualizer changes by itself, so that React's compiler leaves this hook as it is.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialOffset: initialRow * rowHeight,
    scrollPaddingEnd: headerHeight,
    // A row that has the focus stays on the page, so that the focus is not lost.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return focused === undefined || focused >= count || indexes.includes(focused)
        ? indexes
        : [...indexes, focused].sort((a, b) => a - b);
    },
  });
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;

  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (mayLoad && count > 0 && last + rowsBeforeEnd >= count) void fetchNextPage();
  }, [last, count, mayLoad, fetchNextPage]);

  const place = useRef('');
  /** Keeps the first row in view, when scrolling has stopped. */
  const settle = useEffectEvent((): void => {
    const cursor = rememberRow(first);
    if (cursor === place.current || isOutdated || count === 0) return;
    place.current = cursor;
    keepPlace(cursor);
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(), 250);
    return () => clearTimeout(timer);
  }, [first, documents]);

  const focusRow = (row: number): void => {
    setFocused(row);
    virtualizer.scrollToIndex(row);
    // The row may not be rendered before the next frames.
    const tryFocus = (attempts: number): void => {
      const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${row}"] a`);
      if (link !== null && link !== undefined) link.focus({ preventScroll: true });
      else if (attempts > 0) requestAnimationFrame(() => tryFocus(attempts - 1));
    };
    tryFocus(10);
  };

  const rowOf = (target: EventTarget): number | undefined => {
    const index = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : undefined;
    return index === undefined || index === null ? undefined : Number(index);
  };

  return {
    virtualizer,
    scrollerProps: {
      ref: scroller,
      className: classes.scroller,
      style: { opacity: isOutdated ? 0.55 : 1 },
      onFocus: ({ target }: FocusEvent) => setFocused(rowOf(target)),
      onKeyDown: (event: KeyboardEvent) => {
        const step = steps[event.key];
        const row = rowOf(event.target);
        if (step === undefined || row === undefined || row + step < 0 || row + step >= count) return;
        event.preventDefault();
        focusRow(row + step);
      },
    },
  };
};
