// How much room the header of a form has: a panel beside the form takes some of it.
import { useCallback, useEffect, useRef, useState } from 'react';

/** `narrow`: only what publishes and one menu. `medium`: also what opens beside the form. `wide`: every action. */
export type HeaderWidth = 'narrow' | 'medium' | 'wide';

/** In pixels of the default font size. */
const leastWidths = { wide: 832, medium: 624 };

const widthOf = (header: HTMLElement): HeaderWidth => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = header.offsetWidth / rem;
  if (width >= leastWidths.wide) return 'wide';
  return width >= leastWidths.medium ? 'medium' : 'narrow';
};

/** The button of the menu takes the focus of what is folded into it. */
export const menuAttribute = 'data-header-menu';

/** Focuses the menu of the header, if what had the focus is not there any more. */
export const focusMenu = (): void => {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector<HTMLElement>(`[${menuAttribute}]`)?.focus();
};

/** @returns the width, and a ref for the header. Also tells the form how high the header is, because toolbars of texts stick below it. */
export const useHeaderWidth = () => {
  const [width, setWidth] = useState<HeaderWidth>('wide');
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current) focusMenu();
  }, [width]);
  const ref = useCallback((header: HTMLElement | null) => {
    const form = header?.parentElement ?? null;
    if (header === null || form === null) return undefined;
    const measure = (): void => {
      hadFocus.current = header.contains(document.activeElement);
      setWidth(widthOf(header));
      form.style.setProperty('--sticky-top', `${header.offsetHeight}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return { width, ref };
};
