// Renders only the rows in view, loads the next page near the end, and moves the focus with the arrow keys.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useList } from './useList.ts';
import classes from './lists.module.css';

/** What the table and the cards both get. */
export interface RowsProps {
  /** Called when few rows follow those in view. */
  readonly onNearEnd: () => void;
  /** Called with the first row in view, when scrolling has stopped. */
  readonly onSettle: (row: number) => void;
}

const rowsBeforeEnd = 15;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** @param headerHeight of what covers the first rows: the sticky header */
export const useVirtualRows = ({ onNearEnd, onSettle }: RowsProps, rowHeight: number, headerHeight: number) => {
  const { documents, initialRow, isPlaceholderData: isOutdated } = useList().pages;
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

  useEffect(() => {
    if (count > 0 && last + rowsBeforeEnd >= count) onNearEnd();
  }, [last, count, onNearEnd]);

  useEffect(() => {
    const timer = setTimeout(() => {
      onSettle(first);
    }, 250);
    return () => {
      clearTimeout(timer);
    };
  }, [first, onSettle]);

  const focusRow = (row: number): void => {
    setFocused(row);
    virtualizer.scrollToIndex(row);
    // The row may not be rendered before the next frames.
    const tryFocus = (attempts: number): void => {
      const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${row}"] a`);
      if (link !== null && link !== undefined) link.focus({ preventScroll: true });
      else if (attempts > 0)
        requestAnimationFrame(() => {
          tryFocus(attempts - 1);
        });
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
      className: `${classes.scroller} ${isOutdated ? classes.outdated : ''}`,
      onFocus: ({ target }: FocusEvent) => {
        setFocused(rowOf(target));
      },
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
