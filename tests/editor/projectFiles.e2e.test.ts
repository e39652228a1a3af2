// What a project adds to the editor, in a browser: the fields of docs/extending.md, one that fails, the look of the site,
// and the pictures of components, with the picker that shows them.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { writeFieldProject } from '../docs/fieldExamples.ts';
import { component, string, type } from '../schema/folder.ts';
import { hasChromium, startEditor } from '../setup/editor.ts';
import { isLong } from '../setup/lengthOf.ts';
import { findViolations } from './axe.ts';
import { isFocused } from './page.ts';
import { luminanceOf } from '../../editor/src/ui/shadesOf.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-fields-'));
afterAll(() => rm(folder, { recursive: true }));
await writeFieldProject(folder, {
  'extensions/editor/broken.jsx': 'export default () => { throw new Error("It broke"); };',
  'extensions/editor/fixed.jsx':
    "export default ({ value, setValue, inputProps }) => <p {...inputProps} tabIndex={0} onClick={() => setValue('other')}>Change {value}</p>;",
  'extensions/editor/dates.jsx': `export default ({ setValue }) => (
    <>
      <p onClick={() => setValue({ at: new Date(0) })}>A date</p>
      <p onClick={() => { const cycle = {}; cycle.cycle = cycle; setValue(cycle); }}>A cycle</p>
      <p onClick={() => setValue(() => 1)}>A function</p>
    </>
  );`,
  'extensions/editor/search.jsx': `export default ({ setValue, inputProps }) => (
    <form onSubmit={(event) => { event.preventDefault(); setValue('sent'); }}>
      <input {...inputProps} />
    </form>
  );`,
  'extensions/editor/tags.jsx': `export default ({ value, setValue }) => (
    <p onClick={() => { value.push('b'); setValue(value); }}>Tags {value?.join()}</p>
  );`,
  'extensions/editor/tidy.jsx': `import { useEffect } from 'react';
  export default ({ value, setValue }) => {
    useEffect(() => { if (value !== null) setValue({ ...value, tidy: true }); }, [value, setValue]);
    return <p onClick={() => setValue({ a: 1 })}>To tidy {JSON.stringify(value)}</p>;
  };`,
  'extensions/editor/slow.jsx': `export default ({ value, setValue }) => (
    <p onClick={() => document.addEventListener('answer', () => setValue('answered'), { once: true })}>Ask {value}</p>
  );`,
  'extensions/editor/late.jsx': 'throw new Error("It does not load");',
  'extensions/editor/styled.jsx':
    "import './styled.css'; export default ({ inputProps }) => <p {...inputProps} className='styled-field' tabIndex={0}>Styled</p>;",
  'extensions/editor/styled.css': '.styled-field { color: rgb(1, 2, 3); }',
  'extensions/editor/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#0b6e4f"/></svg>',
});

const schema = type(
  'place',
  {
    title: string,
    color: { type: 'string', customField: 'global::color', regex: '^#[0-9a-f]{6}$', description: 'Of the door' },
    point: { type: 'json', customField: 'global::mapPoint' },
    snippet: { type: 'text', customField: 'global::code' },
    broken: { type: 'string', customField: 'global::broken' },
    late: { type: 'string', customField: 'global::late' },
    unknown: { type: 'string', customField: 'plugin::elsewhere.unknown' },
    styled: { type: 'string', customField: 'global::styled' },
    fixed: { type: 'string', customField: 'global::fixed' },
    search: { type: 'string', customField: 'global::search' },
    dates: { type: 'json', customField: 'global::dates' },
    tags: { type: 'json', customField: 'global::tags' },
    tidy: { type: 'json', customField: 'global::tidy' },
    doors: { type: 'component', component: 'parts.door', repeatable: true },
  },
  { options: { draftAndPublish: true } },
);
await mkdir(join(folder, 'content-types/components/parts'), { recursive: true });
await writeFile(
  join(folder, 'content-types/components/parts/door.json'),
  JSON.stringify({
    ...{ collectionName: 'components_parts_doors', info: { displayName: 'Door' } },
    attributes: { name: string, hint: { type: 'string', customField: 'global::slow' } },
  }),
);
await writeFile(join(folder, 'content-types/place.json'), schema);
await writeFile(
  join(folder, 'content-types/place.view.json'),
  JSON.stringify({ attributes: { fixed: { editable: false } } }),
);

const parts = ['hero', 'quote', 'gallery', 'video', 'teaser', 'table'];

const described = (name: string, info: object): string =>
  JSON.stringify({ ...(JSON.parse(component({ title: string })) as object), info: { displayName: name, ...info } });

const files: Readonly<Record<string, string>> = {
  'content-types/page.json': type('page', {
    title: string,
    many: { type: 'dynamiczone', components: [...parts.map((name) => `page-parts.${name}`), 'shared.seo'] },
    few: { type: 'dynamiczone', components: ['page-parts.quote', 'shared.seo'] },
  }),
  ...Object.fromEntries(
    parts.map((name) => [
      `content-types/components/page-parts/${name}.json`,
      described(name, { icon: 'picture', description: `Shows a ${name}` }),
    ]),
  ),
  'content-types/components/shared/seo.json': described('Search engines', {}),
  'content-types/components/page-parts/hero.view.json': JSON.stringify({
    label: { en: 'Big picture', de: 'Großes Bild' },
    preview: 'Hero.SVG',
  }),
  'extensions/editor/Hero.SVG':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#2a7"/></svg>',
};

for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const editor = startEditor({
  contentTypes: join(folder, 'content-types'),
  content: {},
  project: folder,
  settings: {
    editor: {
      ...{ name: 'The Bindery', logo: 'logo.svg', color: '#8ff0c0' },
      links: [{ label: 'Style guide', url: 'https://example.org/style' }],
    },
  },
});

const stored = async (): Promise<Record<string, unknown>> => {
  const { data } = (await editor.api('GET', '/api/places?status=draft&sort=id:desc')) as {
    readonly data: readonly Record<string, unknown>[];
  };
  return data[0] ?? {};
};

const showNew = async () => {
  const opened = await editor.show('/content/places/new', { width: 1440 });
  await opened.page.locator('.cm-content').waitFor();
  return opened;
};

const isOfBrokenFields = (text: string): boolean => /It broke|It does not load/.test(text);

const pick = async (page: Page): Promise<void> => {
  const map = page.locator('main img');
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
  await map.click({ position: { x: width * 0.75, y: height * 0.25 } });
};

describe.runIf(hasChromium)('the fields of a project', () => {
  it('write values, which the API stores, and bring their style sheet', async () => {
    const { page, errors } = await showNew();
    const styled = page.getByText('Styled', { exact: true }).last();
    await expect.poll(() => styled.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)');
    await page.getByRole('textbox', { name: 'Title' }).fill('Door');
    await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#0b6e4f');
    await page.getByLabel('Color: choose').fill('#112233');
    await expect.poll(() => page.getByRole('textbox', { name: 'Color', exact: true }).inputValue()).toBe('#112233');
    await pick(page);
    await page.locator('.cm-content').click();
    await page.keyboard.type('<b>bold');
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({
      color: '#112233',
      point: { lat: expect.closeTo(45, 0), lng: expect.closeTo(90, 0) },
      snippet: expect.stringContaining('<b>bold'),
    });
    expect(errors.filter((text) => !isOfBrokenFields(text))).toEqual([]);
  });

  it.runIf(isLong)('take what is typed, also a negative number', async () => {
    const { page } = await showNew();
    const latitude = page.getByRole('spinbutton', { name: 'Point: lat' });
    await latitude.pressSequentially('-12.5');
    expect(await latitude.inputValue()).toBe('-12.5');
    await page.getByRole('spinbutton', { name: 'Point: lng' }).pressSequentially('20');
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({ point: { lat: -12.5, lng: 20 } });
    expect(await findViolations(page)).toEqual([]);
  });

  it.runIf(isLong)('may be a form', async () => {
    const { page } = await showNew();
    await page.getByRole('textbox', { name: 'Search' }).press('Enter');
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({ search: 'sent' });
  });

  it.runIf(isLong)('do not change a value that is read-only, and store what JSON can have', async () => {
    const { documentId } = (await editor.api('POST', '/api/places?status=draft', { data: { fixed: 'first' } }))
      .data as {
      documentId: string;
    };
    const { page } = await editor.show(`/content/places/${documentId}`, { width: 1440 });
    await page.getByText('Change first').click();
    await page.getByText('A date').click();
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({
      fixed: 'first',
      dates: { at: '1970-01-01T00:00:00.000Z' },
    });
    await page.getByText('A cycle').click();
    await page.getByText('A function').click();
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({ fixed: 'first', dates: null });
    await page.getByText('Change first').waitFor();
  });

  it.runIf(isLong)('may change the value itself, and set the same value again in an effect', async () => {
    const created = await editor.api('POST', '/api/places?status=draft', { data: { tags: ['a'] } });
    const { documentId } = created.data as { documentId: string };
    const { page, errors } = await editor.show(`/content/places/${documentId}`, { width: 1440 });
    await page.getByText('Tags a').click();
    await page.getByText('To tidy').click();
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({ tags: ['a', 'b'], tidy: { a: 1, tidy: true } });
    await page.getByText('To tidy').waitFor();
    expect(errors.filter((text) => !isOfBrokenFields(text))).toEqual([]);
  });

  it('that answer late write into their own entry, wherever it is then, or nowhere; none changes a value that is read-only', async () => {
    const doors = ['one', 'two', 'three'].map((name) => ({ name, hint: `of ${name}` }));
    const created = await editor.api('POST', '/api/places?status=draft', { data: { doors, fixed: 'first' } });
    const { documentId } = created.data as { documentId: string };
    const { page, errors } = await editor.show(`/content/places/${documentId}`, { width: 1440 });
    for (const name of ['one', 'two']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByText(`Ask of ${name}`).click();
    }
    await page.getByRole('button', { name: 'Actions for one' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('Ask of one').waitFor({ state: 'detached' });
    await page.getByText('Change first').click();
    await page.evaluate(() => document.dispatchEvent(new Event('answer')));
    const read = async () => {
      const { data } = (await editor.api('GET', `/api/places/${documentId}?status=draft&populate=doors`)) as {
        readonly data: { readonly doors: readonly { readonly name: string; readonly hint: string }[] };
      };
      return data.doors.map(({ name, hint }) => [name, hint]);
    };
    await expect.poll(read, { timeout: 10_000 }).toEqual([
      ['two', 'answered'],
      ['three', 'of three'],
    ]);
    expect(await stored()).toMatchObject({ fixed: 'first' });
    expect(errors.filter((text) => !isOfBrokenFields(text))).toEqual([]);
  });

  it.runIf(isLong)('show what is wrong, follow undo, and have a description', async () => {
    const { page } = await showNew();
    const color = page.getByRole('textbox', { name: 'Color', exact: true });
    await color.fill('red');
    await color.blur();
    await page.getByText('The text does not fit. Like this: “#”, then 6 times digits or a–f.').waitFor();
    expect(await color.getAttribute('aria-invalid')).toBe('true');
    const ids = (await color.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts.join(' ')).toContain('Of the door');
    expect(texts.join(' ')).toContain('The text does not fit');
    await page.getByRole('textbox', { name: 'Title' }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => color.inputValue()).toBe('');
  });

  it('leave the usual field if they fail, and where there are none', async () => {
    const { page } = await showNew();
    for (const name of ['Broken', 'Late', 'Unknown']) await page.getByRole('textbox', { name }).fill(`of ${name}`);
    await expect.poll(() => page.getByText('The field of this site failed').count()).toBe(2);
    await expect
      .poll(stored, { timeout: 10_000 })
      .toMatchObject({ broken: 'of Broken', late: 'of Late', unknown: 'of Unknown' });
  });
});

describe.runIf(hasChromium)('the look of a site', () => {
  it.runIf(isLong)('is on the login page too', async () => {
    const { page, errors } = await editor.open('/login', { role: null });
    const logo = page.locator('main img');
    expect(await logo.getAttribute('src')).toMatch(/^\/editor\/assets\/logo-[0-9a-f]{8}\.svg$/);
    expect(await logo.evaluate((one: HTMLImageElement) => one.naturalWidth > 0)).toBe(true);
    const background = await page
      .getByRole('button', { name: 'Log in' })
      .evaluate((one) => getComputedStyle(one).backgroundColor);
    const [red = 0, green = 0, blue = 0] = [...background.matchAll(/\d+/g)].map(Number);
    expect(green).toBeGreaterThan(Math.max(red, blue));
    expect(green).toBeLessThan(0xf0);
    expect(errors).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  });

  it('has its picture and its links on the first screen', async () => {
    const { page } = await editor.show('/');
    const logo = page.getByRole('link', { name: 'The Bindery' }).filter({ visible: true }).locator('img');
    await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    const link = page.getByRole('region', { name: 'Links' }).getByRole('link', { name: 'Style guide' });
    expect(await link.getAttribute('href')).toBe('https://example.org/style');
  });

  it('shows the focus in the dark, and labels of buttons that are not whiter than headings', async () => {
    const { page } = await editor.show('/admin/roles', { colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Author', exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: 'Author' });
    const luminance = async (locator: Locator, name: 'color' | 'outlineColor' | 'backgroundColor'): Promise<number> => {
      const color = await locator.evaluate((element, property) => getComputedStyle(element)[property], name);
      const parts = (color.match(/\d+/g) ?? []).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0'));
      return luminanceOf(`#${parts.join('')}`);
    };
    const duplicate = page.getByRole('button', { name: 'Duplicate' });
    await duplicate.waitFor();
    expect(await luminance(duplicate, 'color')).toBeLessThanOrEqual(await luminance(heading, 'color'));
    await page.keyboard.press('Tab');
    const [outline, ground] = [
      await luminance(page.locator(':focus-visible'), 'outlineColor'),
      await luminance(page.locator('body'), 'backgroundColor'),
    ];
    expect((outline + 0.05) / (ground + 0.05)).toBeGreaterThan(4.5);
  });

  it.runIf(isLong).each(['light', 'dark'] as const)('has nothing that axe finds: %s', async (colorScheme) => {
    const { page } = await editor.show('/', { colorScheme });
    await page.getByRole('region', { name: 'Links' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});

describe.runIf(hasChromium)('the picker of components', () => {
  it('has cards with a picture or an icon, by category', async () => {
    const { page, errors } = await editor.show('/content/pages/new', { width: 1440 });
    await page.getByRole('button', { name: 'Add to Many' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to Many' });
    await dialog.getByRole('heading', { name: 'Page parts' }).waitFor();
    await dialog.getByRole('heading', { name: 'Shared' }).waitFor();
    const card = dialog.getByRole('button', { name: 'Big picture Shows a hero' });
    const picture = card.locator('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(/^\/editor\/assets\/Hero-[0-9a-f]{8}\.SVG$/);
    await card.click();
    await page.getByRole('group', { name: 'Many' }).getByText('Big picture').first().waitFor();
    expect(errors).toEqual([]);
  });

  it.runIf(isLong)('is used with the keyboard', async () => {
    const { page } = await editor.show('/content/pages/new', { width: 1440 });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('button', { name: 'Add to Many' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Add to Many');
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search components' });
    await expect.poll(isFocused(search)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toContain('Big picture');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('quote');
    await search.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'her', selectionStart: 3, selectionEnd: 3 });
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    await session.send('Input.insertText', { text: 'hero' });
    expect(await search.inputValue()).toBe('hero');
    expect(await findViolations(page)).toEqual([]);
    await search.fill('nothing like this');
    await page.getByText('No component has this name.').waitFor();
    await search.fill('shows tab');
    await search.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('group', { name: 'Many' }).getByText('table').first().waitFor();
  });
});
