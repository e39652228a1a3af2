// The media library in a browser: folders, uploads and details.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite } from '../../setup/editor.ts';
import { isLong } from '../../setup/lengthOf.ts';

interface StoredFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly url: string;
  readonly alternativeText: string | null;
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  readonly folder: string | null;
}

interface Sent {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const upload = async (page: Page, files: Sent[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  await (await chooser).setFiles(files);
};

const text = (name: string): Sent => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text ${name}`) });

const picture = async (name: string): Promise<Sent> => ({
  ...{ name, mimeType: 'image/jpeg', buffer: await readFile('sample/uploads/comb.jpg') },
});

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

    it('keeps the name, the focal point and the address of a picture that is replaced, unless the user says otherwise', async () => {
      const { page, errors } = await editor.show('/media');
      await upload(page, [await picture('stamp.jpg')]);
      await expect.poll(() => stored('stamp.jpg')).toBeDefined();
      const { id, documentId, url } = (await stored('stamp.jpg')) ?? expect.fail();
      const about = { alternativeText: 'A stamp', focalPoint: { x: 10, y: 20 } };
      await editor.api('POST', `/api/upload?id=${id}`, { fileInfo: about });
      await editor.show(`/media?file=${documentId}`);
      const replace = async (...changes: readonly string[]): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
        await (await chooser).setFiles([await picture('other.jpg')]);
        const question = page.getByRole('dialog', { name: 'Replace “stamp.jpg”?' });
        await question.getByText('Its name, its texts, its folder, its focal point and its address stay').waitFor();
        for (const change of changes) await question.getByRole('checkbox', { name: change }).check();
        const replaced = page.waitForResponse((response) => response.url().includes(`/api/upload?id=${id}`));
        await question.getByRole('button', { name: 'Replace' }).click();
        await replaced;
      };
      const preview = page.getByRole('dialog').locator('img').first();
      const before = await preview.getAttribute('src');
      await replace();
      expect(await stored('stamp.jpg')).toMatchObject({ id, url, ...about });
      await page.getByText('The file was replaced', { exact: true }).waitFor();
      // The browser still has the picture that was at this address.
      await expect.poll(() => preview.getAttribute('src')).not.toBe(before);
      const withoutTime = (address: string | null) => address?.replace(/\?v=\d+$/, '');
      expect(withoutTime(await preview.getAttribute('src'))).toBe(withoutTime(before));
      await replace('Take the name of the new file: other.jpg', 'Remove the focal point', 'Give it a new address');
      const moved = (await stored('other.jpg')) ?? expect.fail();
      expect(moved).toMatchObject({ id, alternativeText: 'A stamp', focalPoint: null });
      expect(moved.url).not.toBe(url);
      await page.getByText('The file was replaced, and has a new address').waitFor();
      expect(errors).toEqual([]);
    });

    it('counts and marks pictures without an alternative text', async () => {
      const { page, errors } = await editor.show('/media');
      await upload(page, [await picture('nameless.jpg'), text('list.txt')]);
      await expect.poll(() => stored('nameless.jpg')).toBeDefined();
      await page
        .getByRole('button', { name: 'nameless.jpg JPG', exact: false })
        .getByText('No alternative text')
        .waitFor();
      const query = 'filters[mime][$startsWith]=image/&filters[alternativeText][$null]=true&pagination[pageSize]=100';
      const { length } = (await editor.api('GET', `/api/upload/files?${query}`)) as readonly StoredFile[];
      await page
        .getByRole('button', { name: new RegExp(`^${length} pictures? ha(?:s|ve) no alternative text$`) })
        .click();
      const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
      await expect.poll(() => files.count()).toBe(length);
      expect(await files.filter({ hasText: 'No alternative text' }).count()).toBe(length);
      await page.getByRole('button', { name: 'nameless.jpg JPG' }).click();
      const panel = page.getByRole('dialog', { name: 'nameless.jpg' });
      await panel.getByLabel('Alternative text').fill('Nothing');
      await page.keyboard.press('Enter');
      await panel.getByText('Saved').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => files.count()).toBe(length - 1);
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
