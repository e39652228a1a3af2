// Runs in the page of the site that the editor shows: a double click on a text opens its field in the form.
import { followCopies } from './copies.ts';
import { createOutline } from './outline.ts';
import { addressAttribute, elementsOf, followSources, sourceAttribute } from './sources.ts';

declare global {
  interface Window {
    lecternPreview?: true;
  }
}

/** How long a click on a link waits for a second one. */
const doubleClickMs = 300;

const scrollKey = 'lectern-preview-scroll';

const sourceOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(`[${sourceAttribute}]`) : null;

/** Loads the page again, at the same place. A page that can update itself cancels the event `lectern:update`. */
const update = (): void => {
  if (!dispatchEvent(new CustomEvent('lectern:update', { cancelable: true }))) return;
  sessionStorage.setItem(scrollKey, String(scrollY));
  location.reload();
};

const restoreScroll = (): void => {
  const stored = sessionStorage.getItem(scrollKey);
  sessionStorage.removeItem(scrollKey);
  if (stored !== null) scrollTo({ top: Number(stored), behavior: 'instant' });
};

/** @returns how many letters and digits of the element's text come before the word at a point of the window */
const lettersBefore = (element: Element, { clientX, clientY }: MouseEvent): number => {
  const range = document.createRange();
  range.setStart(element, 0);
  // Older browsers lack it.
  const caret = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null;
  if (caret === null || !element.contains(caret.offsetNode)) return 0;
  range.setEnd(caret.offsetNode, caret.offset);
  const before = range.toString().replace(/[\p{L}\p{N}\p{M}]+$/u, '');
  return before.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
};

/** @param letters before the word in its text */
const openField = (element: Element, letters = 0): void => {
  const { top, left, right, bottom, width, height } = element.getBoundingClientRect();
  const payload = {
    path: element.getAttribute(sourceAttribute),
    href: element.getAttribute(addressAttribute),
    position: { top, left, right, bottom, width, height },
    letters,
  };
  // It contains no text of the page, so any window around the page may have it.
  parent.postMessage({ type: 'strapiFieldFocusIntent', payload }, '*');
};

/** The names of the types that the user may edit; undefined until the editor names them. */
let editable: readonly unknown[] | undefined;

const isLocked = (element: Element | null): boolean => {
  const [, name] = /\/(?:single|content)\/([\w-]+)/.exec(element?.getAttribute(addressAttribute) ?? '') ?? [];
  return editable !== undefined && name !== undefined && !editable.includes(name);
};

const followPointer = (): void => {
  const outline = createOutline(false);
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, ({ target }) => {
      const element = sourceOf(target);
      outline.show(element, isLocked(element));
    });
};

/** The first click of two must not follow a link or press a button. */
const followClicks = (): void => {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const repeated = new WeakSet<Event>();
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (repeated.has(event) || sourceOf(target) === null || !(target instanceof Element)) return;
      if (target.closest('a, button, [role="button"], label, summary') === null || event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clearTimeout(waiting);
      if (event.detail > 1) return;
      waiting = setTimeout(() => {
        const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, view: window });
        repeated.add(click);
        target.dispatchEvent(click);
      }, doubleClickMs);
    },
    true,
  );
  addEventListener(
    'dblclick',
    (event) => {
      const element = sourceOf(event.target);
      if (element === null) return;
      event.preventDefault();
      getSelection()?.removeAllRanges();
      openField(element, lettersBefore(element, event));
    },
    true,
  );
  addEventListener('keydown', (event) => {
    const element = sourceOf(event.target);
    if (event.key === 'Enter' && element === event.target && element !== null && !element.matches('a, button')) {
      event.preventDefault();
      openField(element);
    }
    if (event.key === 'Escape' && !event.defaultPrevented) parent.postMessage({ type: 'lecternLeave' }, '*');
  });
};

/** Lets people reach the texts with the keyboard. */
const makeFocusable = (): void => {
  const change = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>(`[${sourceAttribute}]:not([tabindex])`))
      if (element.tabIndex < 0) element.tabIndex = 0;
  };
  change();
  new MutationObserver(change).observe(document, { subtree: true, attributeFilter: [sourceAttribute] });
};

interface Payload {
  readonly field?: unknown;
  readonly scrolls?: unknown;
  readonly editable?: unknown;
}

/** @param mustUpdate whether this script updates the page after a save; otherwise the page does it itself */
const followEditor = (mustUpdate: boolean): void => {
  const outline = createOutline(true);
  let field: string | undefined;
  const show = (): Element | undefined => {
    const [element] = field === undefined ? [] : elementsOf(field);
    outline.show(element ?? null);
    return element;
  };
  // After an update, another element may show the field.
  new MutationObserver(show).observe(document, { subtree: true, attributeFilter: [sourceAttribute] });
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { type, payload } = data as { readonly type?: unknown; readonly payload?: Payload };
    if (type === 'strapiUpdate' && mustUpdate) update();
    if (type === 'lecternRights' && Array.isArray(payload?.editable)) editable = payload.editable;
    if (type !== 'strapiFieldFocus' && type !== 'strapiFieldBlur') return;
    field = type === 'strapiFieldFocus' && typeof payload?.field === 'string' ? payload.field : undefined;
    const element = show();
    if (payload?.scrolls !== false) element?.scrollIntoView({ block: 'nearest' });
  });
};

/** Does nothing if the script runs already; outside of a frame, it only cleans what is copied. */
export const start = (mustUpdate: boolean): void => {
  if (window.lecternPreview === true) return;
  window.lecternPreview = true;
  followCopies();
  if (parent === window) return;
  followSources();
  makeFocusable();
  followPointer();
  followClicks();
  followEditor(mustUpdate);
  if (!mustUpdate) return;
  restoreScroll();
  parent.postMessage({ type: 'previewReady' }, '*');
};
