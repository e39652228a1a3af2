// Which texts a form is offered: its own document's, of this user, that no open form has.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  findTexts,
  findTextsOf,
  forgetText,
  textStore,
  type TextOwner,
} from '../../../editor/src/document/saving/textStore.ts';

const { stored, set } = vi.hoisted(() => {
  const stored = new Map<string, unknown>();
  return {
    stored,
    set: vi.fn((key: string, value: unknown): Promise<unknown> => Promise.resolve(stored.set(key, value))),
  };
});

vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: () => Promise.resolve([...stored]),
  set,
  del: (key: string) => Promise.resolve(stored.delete(key)),
}));

/** The locks of a browser; a lock is free when what holds it has ended. */
const memoryLocks = () => {
  const held = new Set<string>();
  return {
    request: async (name: string, run: () => Promise<void>) => {
      held.add(name);
      await run();
      held.delete(name);
    },
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
  };
};

const article: TextOwner = { user: 'ada', uid: 'api::article.article', documentId: undefined, locale: 'en' };
const textOf = (title: string) => ({ values: { title }, base: { title: null } });

const titles = async (owner: TextOwner) => (await findTexts(owner)).map(({ values }) => values.title);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: memoryLocks() });
});

afterEach(() => {
  stored.clear();
  vi.useRealTimers();
});

it('keeps the texts of two new documents of a type, and offers both, the newest first', async () => {
  const [first, second] = [textStore(() => article), textStore(() => article)];
  await first.keep(textOf('One'));
  vi.advanceTimersByTime(1_000);
  await second.keep(textOf('Two'));
  await first.keep(textOf('One more'));
  await second.keep(textOf('Two more'));
  vi.advanceTimersByTime(1_000);
  await first.keep(textOf('One at last'));
  expect(await titles(article)).toEqual(['One at last', 'Two more']);
  await first.forget();
  const [left] = await findTexts(article);
  expect(left).toMatchObject({ ...textOf('Two more'), at: Date.now() - 1_000 });
  await forgetText(left?.id ?? '');
  expect(await titles(article)).toEqual([]);
});

it('offers texts that an earlier version of the editor kept', async () => {
  stored.set('old', { ...article, ...textOf('Old'), at: 1 });
  expect(await titles(article)).toEqual(['Old']);
});

it('reads no text of another document', async () => {
  stored.set('other', { ...article, documentId: 'other', content: 'not JSON', at: 1 });
  await textStore(() => article).keep(textOf('One'));
  expect(await titles(article)).toEqual(['One']);
});

it('finds the texts of all documents of a user that no open form has', async () => {
  await textStore(() => article).keep(textOf('New'));
  const places = [{ user: 'bob' }, { uid: 'api::tag.tag', documentId: 'ink', locale: undefined }];
  for (const place of places) {
    vi.advanceTimersByTime(1_000);
    await textStore(() => ({ ...article, ...place })).keep(textOf(JSON.stringify(place)));
  }
  const open = textStore(() => article);
  open.open();
  await open.keep(textOf('Open'));
  expect((await findTextsOf('ada')).map(({ uid, documentId }) => [uid, documentId])).toEqual([
    ['api::tag.tag', 'ink'],
    [article.uid, undefined],
  ]);
});

it('says whether the browser keeps a text', async () => {
  const texts = textStore(() => article);
  set.mockRejectedValueOnce(new DOMException('The disk is full', 'QuotaExceededError'));
  expect(await texts.keep(textOf('One'))).toBe(false);
  expect(await titles(article)).toEqual([]);
  expect(await texts.keep(textOf('One'))).toBe(true);
});

it('offers no text of a form that is open', async () => {
  const texts = textStore(() => article);
  const close = texts.open();
  await texts.keep(textOf('One'));
  expect(await titles(article)).toEqual([]);
  close();
  await vi.advanceTimersByTimeAsync(0);
  expect(await titles(article)).toEqual(['One']);
});

it('offers the text of a new document as that of the document once it is created', async () => {
  const created = { ...article, documentId: 'one' };
  let owner: TextOwner = article;
  const texts = textStore(() => owner);
  await texts.keep(textOf('One'));
  owner = created;
  await texts.keep(textOf('One more'));
  expect(await titles(article)).toEqual([]);
  expect(await titles(created)).toEqual(['One more']);
});

it.each([{ user: 'bob' }, { uid: 'api::tag.tag' }, { documentId: 'one' }, { locale: 'de' }, { locale: undefined }])(
  'offers no text to %j',
  async (other) => {
    await textStore(() => article).keep(textOf('One'));
    expect(await titles({ ...article, ...other })).toEqual([]);
  },
);
