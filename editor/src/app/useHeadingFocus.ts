// Gives the focus to the heading of the screen that a link has led to: otherwise it stays on the link, or nowhere if that is gone.
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** @param main has the screen. What has the focus there keeps it, such as a field that begins with it */
export const useHeadingFocus = (main: RefObject<HTMLElement | null>): void => {
  // That of the screen, not of one that is still loaded.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const hasMoved = before.current !== undefined && before.current !== path;
    before.current = path;
    const screen = main.current;
    if (!hasMoved || screen === null) return;
    const focus = (): void => {
      const heading = screen.querySelector('h1');
      if (heading === null || screen.contains(document.activeElement) || isInDialog(document.activeElement)) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const ended = new AbortController();
    // Parts of a screen are loaded later, and can replace its heading.
    const observer = new MutationObserver(focus);
    const end = (): void => {
      observer.disconnect();
      ended.abort();
    };
    focus();
    observer.observe(screen, { childList: true, subtree: true });
    const { signal } = ended;
    // The palette and the drawer give the focus back when they close.
    const onFocus = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget === null || isInDialog(relatedTarget)) focus();
    };
    addEventListener('focusin', onFocus, { signal });
    // From now on the user moves it.
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, end, { capture: true, signal });
    return end;
  }, [path, main]);
};
