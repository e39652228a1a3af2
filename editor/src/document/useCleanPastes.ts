// Keeps invisible sources out of the fields: somebody may have copied a text from a page that shows a draft.
import { useEffect } from 'react';
import { cleanText, isEncoded } from '../../overlay/encodedText.ts';

const types = ['text/plain', 'text/html'] as const;

/** Pastes the same data without sources. */
const cleanPaste = (event: ClipboardEvent): void => {
  const { clipboardData } = event;
  if (clipboardData === null || !types.some((type) => isEncoded(clipboardData.getData(type)))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A field of code has a shadow root.
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other function keeps it for the browser's undo
    document.execCommand('insertText', false, cleanText(clipboardData.getData('text/plain')));
    return;
  }
  const cleaned = new DataTransfer();
  for (const type of types.filter((one) => clipboardData.types.includes(one)))
    cleaned.setData(type, cleanText(clipboardData.getData(type)));
  for (const file of clipboardData.files) cleaned.items.add(file);
  target?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: cleaned, bubbles: true, cancelable: true, composed: true }),
  );
};

export const useCleanPastes = (): void => {
  useEffect(() => {
    document.addEventListener('paste', cleanPaste, true);
    return () => document.removeEventListener('paste', cleanPaste, true);
  }, []);
};
