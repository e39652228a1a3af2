// `npm run bench editor`: measures the editor in a browser. Writes the section of the page of results.
import { loadavg } from 'node:os';
import { chromium, type Browser, type Page } from 'playwright-core';
import { prepareEditor } from '../../bin/buildEditor.js';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { findChromium } from '../../tests/setup/findChromium.ts';
import { firstLoad } from '../../tests/setup/firstLoad.ts';
import { machineOf } from '../machine.ts';
import { logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { editorReport } from './editorReport.ts';
import { measurePasting } from './pasting.ts';
import { openEditorSite, type EditorSite } from './site.ts';
import { measureOpening, measureTyping } from './typing.ts';

const documents = Number(process.env.LECTERN_BENCH_DOCUMENTS ?? 200_000);
const results = process.env.LECTERN_BENCH_RESULTS ?? 'bench/results.md';
const pages = 50;

const startBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium: CHROMIUM can name one');
  // Without a limit of frames, the time until the next frame is work, and not the wait for the display.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'];
  return chromium.launch({ executablePath, args });
};

const openLogin = async (browser: Browser, { url }: EditorSite): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/editor/login`);
  return page;
};

/** Begins a session as the login form does. */
const logIn = async (page: Page, { credentials }: EditorSite): Promise<void> => {
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-strapi-refresh-cookie': 'strict' };
    return (await fetch('/api/auth/local', { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }, credentials);
  if (status !== 200) throw new Error(`The login is answered with ${status}`);
};

const showHome = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/editor/`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

/** Lighthouse's mobile profile: a slow 4G connection and a processor of a quarter of the speed. */
const throttle = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const throughput = (1.6 * 1024 * 1024) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput / 2 },
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

/**
 * The time until the home screen is shown, and no task of 50 ms or more follows for a second.
 *
 * @returns milliseconds since the navigation
 */
const interactiveTime = async (page: Page, url: string): Promise<number> => {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTaskEnds: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push(startTime + duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${url}/editor/`, { waitUntil: 'commit' });
  const heading = await page.waitForFunction(() =>
    document.querySelector('main h1') === null ? false : performance.now(),
  );
  await page.waitForTimeout(1_500);
  const last = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { longTaskEnds: number[] }).longTaskEnds),
  );
  return Math.max(Number(await heading.jsonValue()), last);
};

const measureStart = async (browser: Browser, site: EditorSite, isSlow: boolean): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await openLogin(browser, site);
    await logIn(page, site);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    if (isSlow) await throttle(page);
    times.push(await interactiveTime(page, site.url));
    await page.context().close();
  }
  return median(times);
};

/** @returns milliseconds from each scroll to the end of a list until the next page is shown */
const measureScrolling = async (page: Page, { url }: EditorSite): Promise<readonly number[]> => {
  await page.goto(`${url}/editor/content/rows`);
  await page.getByRole('table').getByRole('link').first().waitFor();
  return page.evaluate(async (count) => {
    const scroller = document.querySelector('table')?.parentElement;
    if (!scroller) throw new Error('There is no list');
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const height = scroller.scrollHeight;
      const began = performance.now();
      scroller.scrollTop = height;
      while (scroller.scrollHeight <= height + 48) await new Promise(requestAnimationFrame);
      times.push(performance.now() - began);
      // Lets the page settle, as a reader does.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return times;
  }, pages);
};

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  await prepareEditor();
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  logProgress(`Loading ${documents} documents`);
  const site = await openEditorSite(mongod.uri, documents);
  ending.add(site.close);
  const browser = await startBrowser();
  ending.add(() => browser.close());

  const page = await openLogin(browser, site);
  await logIn(page, site);
  const { bytes, requests } = await firstLoad(page, () => showHome(page, site.url));
  logProgress(`First load: ${bytes} bytes, ${requests} requests`);
  const interactive = await measureStart(browser, site, false);
  const interactiveSlow = await measureStart(browser, site, true);
  logProgress(`Interactive after ${interactive.toFixed(0)} ms, ${interactiveSlow.toFixed(0)} ms if throttled`);
  const typing = await measureTyping(browser, page, site);
  for (const [name, { cpu, wall }] of Object.entries(typing))
    logProgress(
      `A key (${name}): CPU ${cpu.median.toFixed(1)} ms, p95 ${cpu.p95.toFixed(1)} ms; wall ${wall.median.toFixed(1)} and ${wall.p95.toFixed(1)} ms`,
    );
  const opening = await measureOpening(page, site);
  logProgress(`60 entries: ${opening.wall.toFixed(0)} ms, longest task ${opening.longestTask.toFixed(0)} ms`);
  const pastes = await measurePasting(browser, page, site);
  for (const { name, count, time } of pastes)
    logProgress(
      `${name}, ${count}: CPU ${time.cpu.toFixed(0)} ms, wall ${time.wall.toFixed(0)} ms, longest task ${time.longestTask.toFixed(0)} ms`,
    );
  const scrolling = await measureScrolling(page, site);
  logProgress(`Pages: ${scrolling.map((time) => time.toFixed(0)).join(' ')}`);
  const section = editorReport({
    ...{ machine: await machineOf(site.db, busy), documents, pages, bytes, interactive, interactiveSlow },
    ...{ typing, opening, pastes },
    first: median(scrolling.slice(0, 10)),
    last: median(scrolling.slice(-10)),
  });
  await writeSection(results, section);
  console.log(section);
};

await runBenchmark(bench);
