// Brings a field onto the screen.
import { hasCursor } from './cursor.ts';
import type { DocumentForm } from './formStore.ts';
import { entriesOnPath } from './paths.ts';
import { showWaiting } from './whenIdle.ts';

/** The id of the element that takes the focus of a field. */
export const fieldId = (form: DocumentForm, path: string): string => `${form.id}-${path}`;

const focusable = 'input, textarea, button, [contenteditable="true"], [tabindex]';

/** @returns the element of the nearest path: a fault of an entry without a field is shown at its list */
const findElement = (form: DocumentForm, path: string): HTMLElement | undefined => {
  const element = document.getElementById(fieldId(form, path));
  if (element !== null) return element;
  const outer = path.split('.').slice(0, -1).join('.');
  return outer === '' ? undefined : findElement(form, outer);
};

/** Shows the tab that an element is in. @returns whether another one was shown */
const showTab = (element: HTMLElement): boolean => {
  const tab = element.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby');
  const button = document.getElementById(tab ?? '');
  if (button === null || button.getAttribute('aria-selected') === 'true') return false;
  button.click();
  return true;
};

/** Sent to the element of a field to put the cursor behind so many letters and digits of its text (`detail`). */
export const placeEvent = 'lectern:place';

const placeCursor = (element: HTMLElement, letters: number): void => {
  element.dispatchEvent(new CustomEvent(placeEvent, { detail: letters }));
  if (!hasCursor(element)) return;
  const [place] = [...element.value.matchAll(/[\p{L}\p{N}]/gu)].slice(letters);
  const at = place?.index ?? element.value.length;
  element.setSelectionRange(at, at);
};

/** About two seconds: the script of a field may still be loading. */
const maxFrames = 120;

/** Each of them shows the next one. */
const showEntries = (form: DocumentForm, path: string): void => {
  for (const entry of entriesOnPath(form.getValues(), path)) showWaiting(fieldId(form, entry.path));
};

/** @param frames how long to wait for the field @param letters as that of `revealField` */
const showField = (form: DocumentForm, path: string, frames: number, letters: number | undefined): void => {
  if (frames > 0 && document.getElementById(fieldId(form, path)) === null) {
    showEntries(form, path);
    requestAnimationFrame(() => showField(form, path, frames - 1, letters));
    return;
  }
  const element = findElement(form, path);
  if (element === undefined) return;
  if (showTab(element)) {
    requestAnimationFrame(() => showField(form, path, 0, letters));
    return;
  }
  element.scrollIntoView({ block: 'center' });
  const target = element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable);
  target?.focus({ preventScroll: true });
  if (letters !== undefined) placeCursor(element, letters);
};

/** The id of what says above the fields why the document is not saved or not published: it belongs to the whole form. */
export const faultsId = (form: DocumentForm): string => fieldId(form, '');

/** Scrolls to what the form says above its fields, and focuses it, so that the links to the fields are next. Nothing, if it says nothing. */
export const revealFaults = (form: DocumentForm): void => {
  // They are on the screen after the next frame.
  requestAnimationFrame(() => {
    const element = document.getElementById(faultsId(form));
    if (element === null || element.childElementCount === 0) return;
    element.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  });
};

/**
 * Opens the tab and the entries around a field, scrolls to it and focuses it. An entry is focused itself, and stays as it is.
 *
 * @param waits whether the field may still be missing: the form is new, or loads the script of the field
 * @param letters the cursor goes behind so many letters and digits that a reader sees of the text; undefined: it stays
 */
export const revealField = (form: DocumentForm, path: string, waits = false, letters?: number): void => {
  const around = entriesOnPath(form.getValues(), path).filter((entry) => entry.path !== path);
  const keys = around.map(({ entry }) => entry.__key);
  if (keys.some((key) => !form.isOpen(key))) form.setOpen(keys, true);
  // The entries are on the screen after the next frame.
  requestAnimationFrame(() => {
    // An entry in an entry is there a frame later.
    showField(form, path, waits ? maxFrames : 2 * around.length, letters);
  });
};
