// A document with 25 nested components is edited deep inside, and nothing else of it changes.
import { describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../setup/editor.ts';

const editor = startEditor({ contentTypes: 'tests/schemas/museum', content: {} });

const sources = (note: number) => [1, 2].map((source) => ({ title: `Source ${note}.${source}`, pages: source }));

/** 25 components, on up to three levels. */
const values = {
  title: 'The loom',
  label: { heading: 'Loom', size: 3, hidden: 'in the cellar', price: 1.5, source: { title: 'The label' } },
  notes: [1, 2, 3, 4, 5].map((note) => ({
    text: `Note ${note}`,
    count: '9007199254740993',
    done: true,
    source: { title: `Source ${note}` },
    sources: sources(note),
  })),
  body: [1, 2, 3].map((part) => ({ __component: 'block.text', heading: `Part ${part}`, text: 'Warp and weft' })),
};

/** The components of a value; their ids are new after each write. */
const withoutIds = (value: unknown, isTop = true): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => (isTop ? key !== 'updatedAt' : key !== 'id'));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutIds(inner, false)]));
};

describe.runIf(hasChromium)('the museum', () => {
  it('edits an entry in an entry, and leaves the other components as they were', async () => {
    const { documentId } = (await editor.api('POST', '/api/exhibits?status=draft', { data: values })).data as {
      documentId: string;
    };
    const query = ['label', 'notes', 'body'].map((name) => `populate[${name}][populate]=*`).join('&');
    const read = async () =>
      withoutIds((await editor.api('GET', `/api/exhibits/${documentId}?status=draft&${query}`)).data);
    const before = (await read()) as typeof values;
    expect(before.notes).toHaveLength(5);

    const { page, errors } = await editor.open(`/content/exhibits/${documentId}`);
    await page.getByRole('button', { name: 'Note 4', exact: true }).click();
    const note = page.getByRole('group', { name: 'Note 4', exact: true });
    await note.getByRole('button', { name: 'Source 4.2', exact: true }).click();
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/exhibits')) bodies.push(request.postDataJSON());
    });
    await note
      .getByRole('group', { name: 'Source 4.2', exact: true })
      .getByRole('textbox', { name: 'Title', exact: true })
      .fill('Deep inside');
    await page.getByRole('status').filter({ hasText: 'All changes are saved' }).waitFor();

    expect(bodies).toHaveLength(1);
    expect(Object.keys((bodies[0] as { data: object }).data)).toEqual(['notes']);
    const expected = structuredClone(before);
    Object.assign(expected.notes[3]?.sources[1] ?? {}, { title: 'Deep inside' });
    expect(await read()).toEqual(expected);
    expect(errors).toEqual([]);
  });
});
