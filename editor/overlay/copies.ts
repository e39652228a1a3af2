// Keeps sources out of what people copy: an input may show one, or a page outside of the editor's frame, whose texts keep theirs.
import { cleanText, isEncoded } from './encodedText.ts';

type Copies = Readonly<Record<'text/plain' | 'text/html', string>>;

const selectedHtml = (selection: Selection): string => {
  // Of another document, so that nothing in it is loaded again.
  const container = document.implementation.createHTMLDocument().body;
  for (let index = 0; index < selection.rangeCount; index += 1)
    container.append(selection.getRangeAt(index).cloneContents());
  return container.innerHTML;
};

const selectedCopies = (): Copies => {
  const { activeElement: input } = document;
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = input;
    return { 'text/plain': value.slice(selectionStart ?? 0, selectionEnd ?? 0), 'text/html': '' };
  }
  const selection = getSelection();
  return { 'text/plain': String(selection ?? ''), 'text/html': selection === null ? '' : selectedHtml(selection) };
};

/** Copies without a source stay as the browser or the page makes them. */
export const followCopies = (): void => {
  addEventListener('copy', (event) => {
    const { clipboardData, defaultPrevented } = event;
    if (clipboardData === null) return;
    const copies: Copies = defaultPrevented
      ? { 'text/plain': clipboardData.getData('text/plain'), 'text/html': clipboardData.getData('text/html') }
      : selectedCopies();
    if (!Object.values(copies).some(isEncoded)) return;
    event.preventDefault();
    for (const [type, text] of Object.entries(copies)) if (text !== '') clipboardData.setData(type, cleanText(text));
  });
};
