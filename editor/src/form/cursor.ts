// Keeps the cursor of a text field where it is when the text changes without the user.

/** An input or a text area that has a cursor. */
type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Whether the element has a cursor that scripts can read. */
export const hasCursor = (element: Element | null): element is TextElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null);

/** @returns where the position `at` of the text `before` is in `after` */
export const moveCursor = (before: string, after: string, at: number): number => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (at <= start) return at;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return at >= before.length - end ? at + after.length - before.length : Math.min(at, after.length - end);
};

/** @returns a function that puts the cursor of the focused field back, if its text is another one by then */
export const rememberCursor = (): (() => void) => {
  const { activeElement: element } = document;
  if (!hasCursor(element)) return () => undefined;
  const { value, selectionStart, selectionEnd } = element;
  return () => {
    if (element !== document.activeElement || element.value === value) return;
    const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0].map((at) => moveCursor(value, element.value, at));
    element.setSelectionRange(start ?? 0, end ?? 0);
  };
};
