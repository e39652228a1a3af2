// Measures long texts that are pasted.
import type { Browser, Locator, Page } from 'playwright-core';
import { marks, traceFrames, type FrameTime } from './frameTimes.ts';
import type { EditorSite } from './site.ts';

export interface PasteTime extends FrameTime {
  /** The longest task of the page, in milliseconds of wall time; 0 if all were shorter than 50. */
  readonly longestTask: number;
}

type Field = 'blocks' | 'markdown';
type Source = 'html' | 'markdown';

/** Paragraphs of a longer text are short, because a document can have 7 MB. */
const longestOfSentences = 5_000;

const paragraphOf = (count: number, index: number): string =>
  count > longestOfSentences
    ? `Paragraph ${index}`
    : `Paragraph ${index} says that the oak stands at the river, and that its gall was used for ink by the monks of the abbey.`;

const hasMarks = (count: number, index: number): boolean => count <= longestOfSentences && index % 7 === 0;

/** Each 20th is a heading, and each 7th sentence has a mark and a link. */
const writers: Readonly<Record<Source, (count: number, index: number) => string>> = {
  html: (count, index) => {
    if (index % 20 === 0) return `<h2>Heading ${index}</h2>`;
    const more = hasMarks(count, index) ? ` <b>bold</b> and <a href="https://example.org/${index}">a link</a>` : '';
    return `<p>${paragraphOf(count, index)}${more}</p>`;
  },
  markdown: (count, index) => {
    if (index % 20 === 0) return `## Heading ${index}`;
    const more = hasMarks(count, index) ? ` **bold** and [a link](https://example.org/${index})` : '';
    return paragraphOf(count, index) + more;
  },
};

const contentOf = (source: Source, count: number): string =>
  Array.from({ length: count }, (_, index) => writers[source](count, index)).join('\n\n');

/** Pastes into the field, and marks the frame that shows the last words. @returns the longest task */
const paste = (field: Locator, source: Source, content: string, lastWords: string): Promise<number> =>
  field.evaluate(
    async (element, { type, text, words, began, drawn }) => {
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ type: 'longtask' });
      const data = new DataTransfer();
      data.setData(type, text);
      performance.mark(began);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      const isComplete = (): boolean => {
        // The whole text is long. The last chunk of blocks, or the last lines of Markdown:
        const last = element.lastElementChild;
        return [last?.previousElementSibling, last].some((one) => (one?.textContent ?? '').endsWith(words));
      };
      const startedAt = performance.now();
      while (!isComplete()) {
        if (performance.now() - startedAt > 120_000) throw new Error('The paste does not end');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      performance.mark(drawn);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      observer.disconnect();
      return longest;
    },
    { type: source === 'html' ? 'text/html' : 'text/plain', text: content, words: lastWords, ...marks },
  );

/** A new document would offer what the browser keeps of the paste before. */
const forgetTexts = async (page: Page, { url }: EditorSite): Promise<void> => {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' });
  await session.detach();
};

const measure = async (
  browser: Browser,
  page: Page,
  site: EditorSite,
  { source, field, count }: { readonly source: Source; readonly field: Field; readonly count: number },
): Promise<PasteTime> => {
  await forgetTexts(page, site);
  await page.goto(site.url + site.writing);
  const fields = page.locator('[contenteditable=true]');
  await fields.nth(1).waitFor();
  const element = fields.nth(field === 'blocks' ? 0 : 1);
  await element.click();
  let longestTask = 0;
  const [time] = await traceFrames(browser, page, async () => {
    const content = contentOf(source, count);
    longestTask = await paste(element, source, content, paragraphOf(count, count - 1));
  });
  if (time === undefined) throw new Error(`The paste of ${count} paragraphs into ${field} was not traced`);
  return { ...time, longestTask };
};

const pastes = [
  { name: 'HTML into blocks', source: 'html', field: 'blocks' },
  { name: 'HTML into Markdown', source: 'html', field: 'markdown' },
  { name: 'Markdown into blocks', source: 'markdown', field: 'blocks' },
] as const;

export interface PasteTimes {
  readonly name: string;
  readonly count: number;
  readonly time: PasteTime;
}

/** @returns the time of each paste with 2,000 and with 60,000 paragraphs: the shortest of three, and one */
export const measurePasting = async (
  browser: Browser,
  page: Page,
  site: EditorSite,
): Promise<readonly PasteTimes[]> => {
  const times: PasteTimes[] = [];
  for (const { name, ...paste } of pastes) {
    for (const [count, rounds] of [
      [2_000, 3],
      [60_000, 1],
    ] as const) {
      const all: PasteTime[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(await measure(browser, page, site, { ...paste, count }));
      const time = all.reduce((best, one) => (one.cpu < best.cpu ? one : best));
      times.push({ name, count, time });
    }
  }
  return times;
};
