// Long texts that are pasted, in a browser.
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({
  ...{ contentTypes: 'tests/schemas/specimens', content: {} },
  // The most that the configuration permits; a document can have less, so the editor permits 7 MB.
  settings: { api: { rest: { maxBodyBytes: 16_777_216 } } },
});

const paragraph = (value: string) => ({ type: 'paragraph', children: [{ type: 'text', text: value }] });

/** Pastes in the field without waiting for what becomes of it. */
const paste = (field: Locator, type: string, content: string): Promise<void> =>
  field.evaluate(
    (element, [format, text]) => {
      const data = new DataTransfer();
      data.setData(format, text);
      const target = element.shadowRoot?.querySelector('.cm-content') ?? element;
      const options = { bubbles: true, cancelable: true, composed: true };
      target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    },
    [type, content] as const,
  );

/** Pastes HTML, and waits until the text ends with these words. @returns how often the page worked meanwhile */
const countTurns = (field: Locator, html: string, lastWords: string): Promise<number> =>
  field.evaluate(
    async (element, [content, words]) => {
      const data = new DataTransfer();
      data.setData('text/html', content);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      let turns = 0;
      for (; !element.lastElementChild?.textContent.endsWith(words); turns += 1)
        await new Promise((resolve) => setTimeout(resolve));
      return turns;
    },
    [html, lastWords] as const,
  );

const open = async () => {
  const data = { body: [paragraph('first')], story: 'first' };
  const { documentId } = (await editor.api('POST', '/api/specimens?status=draft', { data })).data as {
    documentId: string;
  };
  const opened = await editor.open(`/content/specimens/${documentId}`);
  const { page } = opened;
  await page.getByRole('group', { name: 'Gallery' }).waitFor();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  const story = page.getByRole('textbox', { name: 'Story', exact: true });
  return { ...opened, documentId, body, story };
};

type Opened = Awaited<ReturnType<typeof open>>;

describe.runIf(hasChromium)('a long paste', () => {
  it('comes into a new document that is created meanwhile', async () => {
    const { page } = await editor.open('/content/specimens/new');
    const body = page.getByRole('textbox', { name: 'Body', exact: true });
    await body.click();
    await page.keyboard.type('Start');
    const paragraphs = Array.from({ length: 20_000 }, (_, index) => `<p>Paragraph ${index} of <b>many</b>.</p>`);
    // Slows the reading down, so that it lasts longer than the creation.
    const session = await page.context().newCDPSession(page);
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 201,
    );
    await page.waitForTimeout(1_500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await paste(body, 'text/html', paragraphs.join(''));
    await created;
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await body.getByText('Paragraph 19999 of').waitFor({ timeout: 60_000 });
    await page.waitForURL(/specimens\/[a-z0-9]{24}/u);
    await body.getByText('Paragraph 0 of').waitFor();
  });

  it('of 20,000 paragraphs lets the page work meanwhile, is saved, and is taken back in one step', async () => {
    const { page, documentId, body, errors } = await open();
    await body.getByText('first').click();
    await page.keyboard.press('End');
    const html = Array.from({ length: 20_000 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
    expect(await countTurns(body, html, 'Paragraph 19999')).toBeGreaterThan(25);
    await page.keyboard.type(' typed');
    const read = async (): Promise<readonly unknown[]> =>
      (await editor.api('GET', `/api/specimens/${documentId}?status=draft`)).data.body as readonly unknown[];
    await expect
      .poll(async () => (await read()).at(-1), { timeout: 30_000 })
      .toEqual(paragraph('Paragraph 19999 typed'));
    const stored = await read();
    expect(stored).toHaveLength(20_001);
    expect([stored[1], stored[15_000]]).toEqual([paragraph('Paragraph 0'), paragraph('Paragraph 14999')]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => body.locator('p').allTextContents()).toEqual(['first']);
    expect(errors).toEqual([]);
  });

  it.each([
    [
      'another paste begins',
      'You pasted something else',
      ({ body }: Opened) => paste(body, 'text/html', '<p>other</p>'),
    ],
    [
      "somebody else's version arrives",
      'The text changed',
      async ({ page, documentId }: Opened) => {
        await editor.api('PUT', `/api/specimens/${documentId}?status=draft`, { data: { body: [paragraph('theirs')] } });
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      },
    ],
  ])('says that it was interrupted when %s', async (_, message, interrupt) => {
    const opened = await open();
    const { page, body } = opened;
    await body.click();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const html = Array.from({ length: 60_000 }, (_unused, index) => `<p>Paragraph ${index}</p>`).join('');
    await paste(body, 'text/html', html);
    await page.getByText('Reading what you paste').waitFor();
    await interrupt(opened);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(await body.textContent()).not.toContain('Paragraph');
  });

  it('says nothing when the user ends it', async () => {
    const { page, body, errors } = await open();
    await body.click();
    const html = Array.from({ length: 60_000 }, (_unused, index) => `<p>Paragraph ${index}</p>`).join('');
    await paste(body, 'text/html', html);
    const notice = page.getByRole('alert').filter({ hasText: 'Reading what you paste' });
    await notice.getByRole('button').click();
    await notice.waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await body.textContent()).toBe('first');
    expect(errors).toEqual([]);
  });

  it('is refused with the limit if no request could save it', async () => {
    const { page, body, story } = await open();
    const refusal = page.getByRole('alert').filter({ hasText: 'larger than 7 MB' });
    const html = Array.from({ length: 60_000 }, (_, index) => `<p>${`Paragraph ${index} `.repeat(8)}</p>`).join('');
    for (const [field, type, content] of [
      [body, 'text/html', html],
      [story, 'text/html', html],
      [story, 'text/plain', 'a line of text\n'.repeat(500_000)],
    ] as const) {
      await field.click();
      await paste(field, type, content);
      await refusal.waitFor();
      expect(await field.textContent()).toContain('first');
      expect(await field.textContent()).not.toMatch(/Paragraph|a line/u);
      await refusal.getByRole('button').click();
      await refusal.waitFor({ state: 'detached' });
    }
  });
});
