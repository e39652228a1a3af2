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

const typeKeys = async (browser: Browser, page: Page, label: RegExp): Promise<readonly FrameTime[]> => {
  const input = page.getByLabel(label).first();
  // A string has at most 255 characters.
  await input.fill('Some text');
  await input.click();
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

/** @param open shows the field @param label of the field */
const measure = async (
  browser: Browser,
  page: Page,
  url: string,
  { label, open }: { readonly label: RegExp; readonly open: () => Promise<void> },
): Promise<TypingTimes> => {
  await page.goto(url);
  await open();
  await markKeys(page);
  const times: (readonly FrameTime[])[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await typeKeys(browser, page, label));
  const leastOf = (name: keyof FrameTime) => least(times.map((one) => keyTimes(one.map((time) => time[name]))));
  return { wall: leastOf('wall'), cpu: leastOf('cpu') };
};

/** @returns the times of keys in a document of 200 fields, in one of 200 entries, and in a zone of 30 entries */
export const measureTyping = async (browser: Browser, page: Page, site: EditorSite) => {
  const ofEntry = {
    label: /^Field ?0/,
    open: () => page.getByRole('listitem').first().getByRole('button', { expanded: false }).first().click(),
  };
  return {
    fields: await measure(browser, page, site.url + site.wide, { label: /^Field ?104/, open: () => Promise.resolve() }),
    entries: await measure(browser, page, site.url + site.list, ofEntry),
    zone: await measure(browser, page, site.url + site.zone, ofEntry),
  };
};
