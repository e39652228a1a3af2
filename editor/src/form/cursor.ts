// Keeps the cursor of a text field where it is when the text changes without the user.

/** An input or a text area that has a cursor. */
type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Whether the element has a cursor that scripts can read. */
export const hasCursor = (element: Element | null): element is TextElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null);

/** @returns how long the beginning and the end are that two texts, or lists, have in common; they do not overlap */
export const commonEnds = (
  one: ArrayLike<unknown>,
  other: ArrayLike<unknown>,
): readonly [start: number, end: number] => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [start, end];
};

/** @returns where the position `at` of the text `before` is in `after` */
export const moveCursor = (before: string, after: string, at: number): number => {
  const [start, end] = commonEnds(before, after);
  if (at <= start) return at;
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
