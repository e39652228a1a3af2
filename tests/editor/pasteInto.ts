// Pastes into fields of a page, and drops on them. A script cannot fill the clipboard of another program.
import type { Locator, Page } from 'playwright-core';

/** A picture of one pixel. */
export const pixelUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

interface PastedData {
  readonly html?: string;
  readonly text?: string;
  /** Files of one pixel with these names. */
  readonly pictures?: readonly string[];
  readonly type?: 'paste' | 'drop';
}

/** Gives the element what the browser would give it. */
export const pasteInto = (
  field: Locator,
  { html = '', text: plain = '', pictures = [], type = 'paste' }: PastedData,
): Promise<void> =>
  field.evaluate(
    (element, [content, plainText, names, url, event]) => {
      const data = new DataTransfer();
      if (content !== '') data.setData('text/html', content);
      if (plainText !== '') data.setData('text/plain', plainText);
      const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
      for (const name of names) data.items.add(new File([bytes], name, { type: 'image/png' }));
      const target = element.shadowRoot?.querySelector('.cm-content') ?? element;
      const options = { bubbles: true, cancelable: true, composed: true };
      if (event === 'paste') {
        target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      const last = target.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      const at = { clientX: last.left + 2, clientY: last.top + last.height / 2 };
      target.dispatchEvent(new DragEvent('drop', { ...options, ...at, dataTransfer: data }));
    },
    [html, plain, [...pictures], pixelUrl, type] as const,
  );

/** Lets uploads wait. @returns a function that lets them go on */
export const holdUploads = async (page: Page): Promise<() => void> => {
  let resume: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    await isAllowed;
    await route.continue();
  });
  return () => {
    resume();
  };
};

/** Each reading of a paste lasts long from now on, and stops at its first turn. @returns a function that lets it go on */
export const holdReading = async (page: Page): Promise<() => Promise<unknown>> => {
  await page.evaluate(() => {
    const { MessageChannel: original } = window;
    const now = performance.now.bind(performance);
    let passed = 0;
    performance.now = () => {
      passed += 1_000;
      return now() + passed;
    };
    class HeldChannel {
      readonly port1 = { onmessage: (): void => undefined };
      readonly port2 = {
        postMessage: () => {
          const resume = () => {
            this.port1.onmessage();
          };
          addEventListener('go-on', resume, { once: true });
        },
      };
    }
    Object.assign(window, { MessageChannel: HeldChannel });
    addEventListener(
      'go-on',
      () => {
        Object.assign(window, { MessageChannel: original });
        performance.now = () => now() + passed;
      },
      { once: true },
    );
  });
  return () => page.evaluate(() => dispatchEvent(new Event('go-on')));
};
