// What a browser loads for the first screens, on the sample site.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, type EditorSite, type EditorRole } from '../../setup/editor.ts';
import { firstLoad } from '../../setup/firstLoad.ts';

interface Limit {
  readonly screen: string;
  readonly role: EditorRole | null;
  /** In kilobytes, compressed. */
  readonly most: number;
  readonly requests: number;
  readonly path: () => Promise<string>;
  readonly waitFor: (page: Page) => Promise<unknown>;
}

/** Classes of Mantine that elements have, and no style sheet. */
const unstyledClasses = (): readonly string[] => {
  const rulesOf = (rules: CSSRuleList): string => [...rules].map(({ cssText }) => cssText).join('\n');
  const styles = [...document.styleSheets].map(({ cssRules }) => rulesOf(cssRules)).join('\n');
  const classes = new Set([...document.querySelectorAll('*')].flatMap(({ classList }) => [...classList]));
  return [...classes].filter((name) => /^m_[0-9a-f]+$/.test(name) && !styles.includes(`.${name}`));
};

export const testFirstLoads = (editor: EditorSite): void => {
  const formPath = async () => {
    const { data } = await editor.api('GET', '/api/articles?pagination[pageSize]=1');
    return `/content/articles/${data[0].documentId as string}`;
  };
  const limits: readonly Limit[] = [
    {
      ...{ screen: 'the login', role: null, most: 150, requests: 15, path: () => Promise.resolve('/login') },
      waitFor: (page) => page.getByLabel('Password', { exact: true }).waitFor(),
    },
    {
      ...{
        screen: 'the home screen',
        role: 'administrator',
        most: 300,
        requests: 25,
        path: () => Promise.resolve('/'),
      },
      waitFor: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
    {
      ...{ screen: 'a form', role: 'administrator', most: 450, requests: 45, path: formPath },
      waitFor: (page) => page.getByRole('textbox', { name: 'Title' }).first().waitFor(),
    },
  ];

  describe.runIf(hasChromium)('the first load', () => {
    it.each(limits)('of $screen has at most $most kB and $requests requests', async (limit) => {
      const { page } = await editor.open(await limit.path(), { role: limit.role });
      const { bytes, requests } = await firstLoad(page, async () => {
        await page.reload();
        await limit.waitFor(page);
      });
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThanOrEqual(limit.most * 1000);
      expect(requests).toBeLessThanOrEqual(limit.requests);
    });

    it.each(['/login', '/forgot-password', '/set-password#code'])('of %s has the styles that it uses', async (path) => {
      const { page } = await editor.open(path, { role: null });
      await page.getByRole('button').first().waitFor();
      expect(await page.evaluate(unstyledClasses)).toEqual([]);
    });
  });
};
