// Forms of specimens, whose content type has each kind of text, and what the tests of texts do with them in a browser.
import type { Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { startEditor, type EditorPage, type EditorSite } from '../setup/editor.ts';

export const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
export const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
export const paragraphs = (...values: string[]) => values.map((value) => paragraph(text(value)));

/** Presses a key while an input method, as for Japanese, composes a text. */
export const pressWhileComposing = async (page: Page, key: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
  await session.send('Input.insertText', { text: '化' });
};

interface OpenedSpecimen extends EditorPage {
  readonly documentId: string;
  readonly body: Locator;
  readonly story: Locator;
}

export interface Specimens {
  readonly editor: EditorSite;
  /** @returns the documentId of the new draft */
  readonly create: (type: 'specimens' | 'topics', data: object) => Promise<string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
  readonly read: (documentId: string) => Promise<any>;
  /** Creates a specimen, and shows its form. */
  readonly show: (data: object) => Promise<OpenedSpecimen>;
  /** Changes the form, and waits until it has stored all of that. @returns what the API has then */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON
  readonly saved: (page: Page, documentId: string, change: () => Promise<unknown>) => Promise<any>;
}

/** Starts a site of specimens; call it at the top of an e2e test file. */
export const startSpecimens = (): Specimens => {
  const editor = startEditor({
    contentTypes: 'tests/schemas/specimens',
    content: { topics: [{ name: 'Ink & paper' }] },
    settings: {
      links: { url: 'https://example.org/{plural}/{name}' },
      // A small limit, because the browser needs seconds for megabytes of text.
      api: { rest: { maxBodyBytes: 500_000 } },
    },
  });

  const create: Specimens['create'] = async (type, data) =>
    (await editor.api('POST', `/api/${type}?status=draft`, { data })).data.documentId;

  const read: Specimens['read'] = async (documentId) =>
    (await editor.api('GET', `/api/specimens/${documentId}?status=draft&populate=*`)).data;

  return {
    ...{ editor, create, read },
    show: async (data) => {
      const documentId = await create('specimens', data);
      const opened = await editor.show(`/content/specimens/${documentId}`);
      const { page } = opened;
      await page.getByRole('group', { name: 'Gallery' }).waitFor();
      const body = page.getByRole('textbox', { name: 'Body', exact: true });
      const story = page.getByRole('textbox', { name: 'Story', exact: true });
      return { ...opened, documentId, body, story };
    },
    saved: async (page, documentId, change) => {
      const isPut = (response: Response): boolean =>
        response.request().method() === 'PUT' && response.url().includes(`/api/specimens/${documentId}`);
      const [answer] = await Promise.all([page.waitForResponse(isPut), change()]);
      expect(answer.status()).toBe(200);
      // It may save in between, if the machine is slow.
      await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();
      return read(documentId);
    },
  };
};
