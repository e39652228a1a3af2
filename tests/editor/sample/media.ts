// The media library in a browser: folders, uploads, details, and what authors may do.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { changeAnswer } from '../changeAnswer.ts';

interface StoredFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly alternativeText: string | null;
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  readonly folder: string | null;
}

interface Sent {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** @param files or their paths */
const upload = async (page: Page, files: Sent[] | string[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  await (await chooser).setFiles(files);
};

const text = (name: string): Sent => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text ${name}`) });

const picture = async (name: string): Promise<Sent> => ({
  ...{ name, mimeType: 'image/jpeg', buffer: await readFile('sample/uploads/comb.jpg') },
});

/** Lets a request have 8 bytes, so that larger files go to a bucket. */
const limitRequests = (page: Page): Promise<unknown> =>
  page.route('**/api/editor', (route) =>
    changeAnswer(route, ({ data }: { readonly data: { readonly settings: { readonly upload: object } } }) => {
      Object.assign(data.settings.upload, { requestLimit: 8 });
    }),
  );

export const testMedia = (editor: EditorSite): void => {
  /** What the API has of the last file with this name. */
  const stored = async (name: string): Promise<StoredFile | undefined> => {
    const query = `filters[name][$eq]=${encodeURIComponent(name)}&sort=createdAt:desc`;
    const [file] = (await editor.api('GET', `/api/upload/files?${query}`)) as readonly StoredFile[];
    return file;
  };

  describe.runIf(hasChromium)('the media library', () => {
    it('makes a folder, uploads into it, describes a picture, and moves files', async () => {
      const { page, errors } = await editor.show('/media');
      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByLabel('Name of the folder').fill('Prints');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Prints 0 files' }).click();
      await page.getByText('This folder is empty').waitFor();
      await upload(page, [await picture('woodcut.jpg'), text('notes.txt')]);

      await page.getByRole('button', { name: 'woodcut.jpg JPG' }).click();
      const panel = page.getByRole('dialog', { name: 'woodcut.jpg' });
      await panel.getByText('No document uses this file.').waitFor();
      await panel.getByLabel('Alternative text').fill('A woodcut of a comb');
      await panel.getByRole('slider', { name: 'Focal point' }).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowUp');
      await expect
        .poll(() => stored('woodcut.jpg'))
        .toMatchObject({ alternativeText: 'A woodcut of a comb', focalPoint: { x: 60, y: 49 } });
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'notes.txt TXT' }).dragTo(page.getByRole('button', { name: 'All files' }));
      await expect.poll(async () => (await stored('notes.txt'))?.folder).toBeNull();

      await page.getByRole('checkbox', { name: 'Select woodcut.jpg' }).press('Space');
      await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move 1 file' });
      await dialog.getByRole('radio', { name: 'All files' }).press('Space');
      await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await page.getByText('This folder is empty').waitFor();
      expect(errors).toEqual([]);
    });

    it('names the documents that use a file before it is deleted', async () => {
      const used = await stored('laid-paper.jpg');
      const { page, errors } = await editor.show(`/media?file=${used?.documentId ?? ''}`);
      const panel = page.getByRole('dialog', { name: 'laid-paper.jpg' });
      const link = panel.getByRole('list', { name: 'Used in' }).getByRole('link').first();
      const title = await link.innerText();
      await panel.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete “laid-paper.jpg”?' });
      await question.getByRole('link', { name: title }).first().waitFor();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => stored('laid-paper.jpg')).toBeUndefined();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('offers authors no folders, and changes of own files only', async () => {
      const { page, errors } = await editor.show('/media', { role: 'author', width: 360 });
      await upload(page, [text('essay.txt')]);
      const essay = page.getByRole('checkbox', { name: 'Select essay.txt' });
      // Another address would end the upload.
      await essay.waitFor();
      const foreign = await stored('woodcut.jpg');
      await editor.show(`/media?file=${foreign?.documentId ?? ''}`, { role: 'author', width: 360 });
      const other = page.getByRole('dialog', { name: 'woodcut.jpg' });
      await other.getByText('A woodcut of a comb').waitFor();
      for (const name of ['Replace', 'Delete', 'Move'])
        expect(await other.getByRole('button', { name }).count()).toBe(0);
      // Only its address.
      expect(await other.getByRole('textbox').count()).toBe(1);
      await page.keyboard.press('Escape');

      const selection = page.getByRole('region', { name: 'Selected files' });
      const remove = selection.getByRole('button', { name: 'Delete' });
      await essay.click();
      await remove.waitFor();
      await page.getByRole('checkbox', { name: 'Select woodcut.jpg' }).click();
      await remove.waitFor({ state: 'detached' });
      await selection.getByRole('button', { name: 'Clear selection' }).click();
      expect(await page.getByRole('button', { name: 'New folder' }).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

      await page.getByRole('button', { name: 'essay.txt TXT' }).click();
      const panel = page.getByRole('dialog', { name: 'essay.txt' });
      await panel.getByRole('button', { name: 'Replace' }).waitFor();
      await panel.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete “essay.txt”?' }).getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => stored('essay.txt')).toBeUndefined();
      expect(errors).toEqual([]);
    });

    it.runIf(isLong)('replaces a file with one that is too large for a request', async () => {
      const old = await stored('mended-page.jpg');
      const { page } = await editor.open(`/media?file=${old?.documentId ?? ''}`, { prepare: limitRequests });
      const requests: unknown[] = [];
      await page.route('**/api/upload/presign', (route) =>
        route.fulfill({ json: { key: 'sent_a', url: '/bucket', fields: {} } }),
      );
      let mayGoOn = (): void => undefined;
      const isBlocked = new Promise<void>((resolve) => {
        mayGoOn = resolve;
      });
      await page.route('**/bucket', async (route) => {
        await isBlocked;
        await route.fulfill({ status: 204, body: '' });
      });
      await page.route('**/api/upload/complete*', async (route) => {
        const { search } = new URL(route.request().url());
        requests.push([search, route.request().headers()['idempotency-key'], route.request().postDataJSON()]);
        // The first answer is lost.
        if (requests.length === 1) await route.abort();
        else await route.fulfill({ json: old });
      });
      const panel = page.getByRole('dialog', { name: 'mended-page.jpg' });
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Replace' }).click();
      await (await chooser).setFiles([await picture('scan.jpg')]);
      await panel.getByRole('button', { name: 'Cancel the upload of scan.jpg' }).waitFor();
      mayGoOn();
      await page.getByText('The file was replaced').waitFor();
      const sent = [`?id=${old?.id ?? ''}`, 'sent_a', { key: 'sent_a', fileInfo: { name: 'scan.jpg' } }];
      expect(requests).toEqual([sent, sent]);
    });

    it.runIf(isLong)('continues a large upload with the parts that are missing', async () => {
      const { page } = await editor.open('/media', { prepare: limitRequests });
      // A bucket whose second part fails until the network is back.
      const requests: string[] = [];
      let isBroken = true;
      await page.route('**/api/upload/presign', async (route) => {
        const isContinued = 'key' in (route.request().postDataJSON() as object);
        requests.push(isContinued ? 'continue' : 'begin');
        const parts = (isContinued ? [2, 3] : [1, 2, 3]).map((partNumber) => ({
          partNumber,
          url: `/part/${partNumber}`,
        }));
        await route.fulfill({ json: { key: 'sent/1', partSize: 4, parts } });
      });
      await page.route('**/part/*', async (route) => {
        const [part = ''] = new URL(route.request().url()).pathname.split('/').slice(-1);
        if (part === '2' && isBroken) await route.abort();
        else {
          requests.push(`${part}: ${route.request().postData() ?? ''}`);
          await route.fulfill({ status: 200, body: '' });
        }
      });
      await page.route('**/api/upload/complete', async (route) => {
        requests.push('complete');
        await route.fulfill({ json: {} });
      });
      // A real file, whose time stays the same.
      const folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const file = join(folder, 'tour.mp4');
      await writeFile(file, 'abcdefghij');
      await upload(page, [file]);
      await page.getByRole('list', { name: 'Uploads' }).getByRole('alert').waitFor();
      await expect.poll(() => requests).toEqual(['begin', '1: abcd']);

      // The same file, chosen again after the page was closed.
      requests.length = 0;
      isBroken = false;
      await page.reload();
      await upload(page, [file]);
      await expect.poll(() => requests).toEqual(['continue', '2: efgh', '3: ij', 'complete']);
    });

    it.runIf(isLong).each(['Grid', 'List'])('has checkboxes of at least 24 pixels in the view %s', async (view) => {
      const { page } = await editor.show('/media');
      await page.getByTitle(view, { exact: true }).click();
      const checkboxes = page.getByRole(view === 'Grid' ? 'list' : 'table', { name: 'Files' }).getByRole('checkbox');
      await checkboxes.first().waitFor();
      for (const checkbox of await checkboxes.all()) {
        const box = await checkbox.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      }
    });
  });
};
