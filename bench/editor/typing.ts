// Measures keys that are typed into large forms.
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../statistics.ts';
import { markKeys, traceFrames, type FrameTime } from './frameTimes.ts';
import type { EditorSite } from './site.ts';

/** In milliseconds. */
export interface KeyTimes {
  readonly median: number;
  readonly p95: number;
}

export interface TypingTimes {
  readonly wall: KeyTimes;
  /** Of the page's main thread. */
  readonly cpu: KeyTimes;
}

export const keys = 100;
export const rounds = 5;

/** Milliseconds after a key. In the long pauses the browser keeps the text, and in the longest the form is saved. */
const pauseAfter = (key: number): number => {
  if (key % 50 === 49) return 2_300;
  return key % 10 === 9 ? 320 : 40;
};

const keyTimes = (times: readonly number[]): KeyTimes => {
  const sorted = new Float64Array(times).sort();
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
};

interface Field {
  readonly label: RegExp;
  readonly isBlocks?: boolean;
  /** Shows the field. */
  readonly open: () => Promise<void>;
}

/** @param isBlocks whether the field is a text of blocks, whose content stays */
const typeKeys = async (
  browser: Browser,
  page: Page,
  { label, isBlocks = false }: Pick<Field, 'label' | 'isBlocks'>,
): Promise<readonly FrameTime[]> => {
  const input = page.getByLabel(label).first();
  // A string has at most 255 characters.
  if (!isBlocks) await input.fill('Some text');
  await input.click(isBlocks ? { position: { x: 100, y: 20 } } : {});
  await page.waitForTimeout(2_600);
  return traceFrames(browser, page, async () => {
    for (let key = 0; key < keys; key += 1) {
      await page.keyboard.press('abcdefgh '.charAt(key % 9));
      await page.waitForTimeout(pauseAfter(key));
    }
  });
};

/** The least of all rounds: what else runs on the machine only adds to it. */
const least = (all: readonly KeyTimes[]): KeyTimes => ({
  median: Math.min(...all.map(({ median }) => median)),
  p95: Math.min(...all.map(({ p95 }) => p95)),
});

const measure = async (browser: Browser, page: Page, url: string, field: Field): Promise<TypingTimes> => {
  await page.goto(url);
  await field.open();
  await markKeys(page);
  const times: (readonly FrameTime[])[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await typeKeys(browser, page, field));
  const leastOf = (name: keyof FrameTime) => least(times.map((one) => keyTimes(one.map((time) => time[name]))));
  return { wall: leastOf('wall'), cpu: leastOf('cpu') };
};

export interface OpeningTimes {
  /** Until the last field is there, in milliseconds, as the longest task of the page. */
  readonly wall: number;
  readonly longestTask: number;
}

/** Opens all entries of a zone at once. The least of all rounds. */
export const measureOpening = async (page: Page, site: EditorSite): Promise<OpeningTimes> => {
  const times: OpeningTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(site.url + site.zone);
    const button = page.getByRole('button', { name: 'Open all' });
    await button.waitFor();
    await page.waitForTimeout(1_000);
    times.push(
      await button.evaluate(async (element: HTMLElement) => {
        let longestTask = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
        });
        observer.observe({ type: 'longtask' });
        const startedAt = performance.now();
        element.click();
        do await new Promise((resolve) => setTimeout(resolve, 20));
        while (document.querySelectorAll('[role="listitem"] [contenteditable="true"]').length < 60);
        const wall = performance.now() - startedAt;
        await new Promise((resolve) => setTimeout(resolve, 500));
        observer.disconnect();
        return { wall, longestTask };
      }),
    );
  }
  return {
    wall: Math.min(...times.map(({ wall }) => wall)),
    longestTask: Math.min(...times.map(({ longestTask }) => longestTask)),
  };
};

/** @returns the times of keys in a document of 200 fields, one of 200 entries, a zone of 60, and a text of 400 paragraphs */
export const measureTyping = async (browser: Browser, page: Page, site: EditorSite) => {
  const ofEntry = {
    label: /^Field ?0/,
    open: () => page.getByRole('listitem').first().getByRole('button', { expanded: false }).first().click(),
  };
  return {
    fields: await measure(browser, page, site.url + site.wide, { label: /^Field ?104/, open: () => Promise.resolve() }),
    entries: await measure(browser, page, site.url + site.list, ofEntry),
    zone: await measure(browser, page, site.url + site.zone, ofEntry),
    blocks: await measure(browser, page, site.url + site.blocks, {
      ...{ label: /^Blocks/, isBlocks: true, open: () => Promise.resolve() },
    }),
  };
};
