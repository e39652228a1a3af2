// When the form of a document is saved, and what happens to text that cannot be saved.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../editor/src/api/client.ts';
import { DocumentSaver } from '../../../editor/src/document/saving/DocumentSaver.ts';
import { DocumentForm } from '../../../editor/src/form/formStore.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import type { ContentType } from '../../../editor/src/schema/types.ts';
import { testSchema } from '../form/schema.ts';
import { FakeApi, memoryTexts, networkError } from './fakeApi.ts';

const schema = testSchema({
  title: { type: 'string', required: true },
  text: { type: 'richtext' },
  number: { type: 'integer' },
  secret: { type: 'password' },
});
const stored: FormValues = { title: 'Ink', text: 'Black', number: 1 };

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** @param values of the document; null: it is a new one */
const open = (values: FormValues | null = stored, { automatic = true } = {}) => {
  const api = new FakeApi(schema, values ?? undefined);
  const texts = memoryTexts();
  const documentId = values === null ? undefined : 'one';
  const empty = { title: null, text: null, number: null };
  const form = new DocumentForm({ type: schema.type, schema: schema.editor, values: values ?? empty, documentId });
  const saver = new DocumentSaver({ form, stored: api.stored, requests: api.requests, texts, automatic });
  const onStored = vi.fn();
  const stop = saver.start(onStored);
  onTestFinished(stop);
  /** Types a title, and waits for the save. */
  const typeTitle = async (title: string) => {
    form.setValue('title', title);
    await pass(2_000);
  };
  return { api, texts, form, saver, onStored, stop, typeTitle };
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('saving', () => {
  it('writes what changed, two seconds after the last change', async () => {
    const { api, form, saver, onStored } = open();
    form.setValue('title', 'Pen');
    expect(saver.status.get().kind).toBe('changed');
    await pass(1_500);
    form.setValue('title', 'Pencil');
    await pass(1_900);
    expect(api.log).toEqual([]);
    await pass(100);
    expect(api.log).toEqual([{ title: 'Pencil' }]);
    expect(saver.status.get().kind).toBe('saved');
    expect(onStored).toHaveBeenCalled();
    await pass(60_000);
    expect(api.log).toHaveLength(1);
  });

  it('writes and keeps the text of somebody who never pauses', async () => {
    const { api, form, texts } = open();
    for (let number = 0; number < 40; number++) {
      form.setValue('number', number);
      await pass(100);
    }
    expect(texts.current()).toBeDefined();
    expect(api.log).toEqual([]);
    for (let number = 40; number < 155; number++) {
      form.setValue('number', number);
      await pass(100);
    }
    expect(api.log).toHaveLength(1);
  });

  it('asks once before the first change is written, if it has to, and takes it back without consent', async () => {
    const { api, texts, form, saver } = open();
    const answers: ((consents: boolean) => void)[] = [];
    const ask = () => new Promise<boolean>((resolve) => answers.push(resolve));
    const end = saver.askBefore(ask);
    expect(answers).toHaveLength(0);
    form.setValue('title', 'Pen');
    form.setValue('title', 'Pencil');
    const published = saver.publish();
    await pass(30_000);
    expect([answers.length, api.log]).toEqual([1, []]);
    answers[0]?.(false);
    expect(await published).toBe(false);
    expect([form.getValues(), saver.status.get().kind, texts.current()]).toEqual([stored, 'saved', undefined]);
    await pass(30_000);
    expect(api.log).toEqual([]);
    form.setValue('title', 'Quill');
    await pass(5_000);
    expect([answers.length, api.log]).toEqual([2, []]);
    answers[1]?.(true);
    await pass(2_000);
    form.setValue('title', 'Reed');
    await pass(2_000);
    expect([answers.length, api.log]).toEqual([2, [{ title: 'Quill' }, { title: 'Reed' }]]);
    end();
    saver.askBefore(ask);
    form.setValue('title', 'Brush');
    end();
    expect(answers).toHaveLength(3);
  });

  it('announces the first of several changes only, because each announcement renders the header', () => {
    const { form, saver } = open();
    const listener = vi.fn();
    onTestFinished(saver.status.subscribe(listener));
    for (const title of ['P', 'Pe', 'Pen']) form.setValue('title', title);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('waits for a click where a save would publish', async () => {
    const { api, form, saver } = open(stored, { automatic: false });
    form.setValue('title', 'Pen');
    await pass(60_000);
    expect(api.log).toEqual([]);
    expect(await saver.save()).toBe(true);
    expect(api.log).toEqual([{ title: 'Pen' }]);
  });

  it('sends one request at a time, and then what was typed meanwhile', async () => {
    const { api, form, saver, typeTitle } = open();
    const resume = api.pause();
    await typeTitle('Pen');
    expect(saver.status.get().kind).toBe('saving');
    form.setValue('text', 'White');
    void saver.save();
    await pass(10_000);
    resume();
    await pass(0);
    expect(api.log).toEqual([{ title: 'Pen' }, { text: 'White' }]);
    expect(api.mostAtOnce).toBe(1);
    expect(form.getValues()).toEqual({ ...stored, title: 'Pen', text: 'White' });
  });

  it('goes on when somebody else writes all the time', async () => {
    const { api, saver, texts, typeTitle } = open();
    for (let time = 1; time <= 12; time += 1) api.fail(new ApiError(412, 'PreconditionFailedError', 'Changed'));
    // Only writes fail.
    Object.assign(api.requests, { read: () => Promise.resolve(api.stored) });
    await typeTitle('Pen');
    expect(saver.status.get().kind).not.toBe('saved');
    expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
    await pass(10_000);
    expect(api.values).toMatchObject({ title: 'Pen' });
    expect(saver.status.get().kind).toBe('saved');
  });
});

describe('a change while the browser forgets the kept text', () => {
  /** Types another title meanwhile. */
  const openForgetting = () => {
    const opened = open();
    const { form, texts } = opened;
    const { forget } = texts;
    Object.assign(texts, {
      forget: async () => {
        Object.assign(texts, { forget });
        form.setValue('title', 'Pencil');
        await forget();
      },
    });
    return opened;
  };

  it('is not said to be saved', async () => {
    const { api, saver, typeTitle } = openForgetting();
    await typeTitle('Pen');
    expect(saver.status.get().kind).toBe('changed');
    await pass(5_000);
    expect(api.values).toMatchObject({ title: 'Pencil' });
    expect(saver.status.get().kind).toBe('saved');
  });

  it('keeps nothing from being published', async () => {
    const { api, saver } = openForgetting();
    expect(await saver.publish()).toBe(true);
    expect(api.log).toEqual(['publish']);
  });
});

describe('a restored version', () => {
  it('is a version of its own also if the first try to save it fails', async () => {
    const { api, saver, typeTitle } = open();
    await typeTitle('Pen');
    api.fail(networkError());
    await saver.restoreVersion((values) => ({ ...values, title: 'Ink' }));
    expect(saver.status.get().kind).toBe('waiting');
    await pass(5_000);
    await typeTitle('Pencil');
    expect(api.log).toEqual([{ title: 'Pen' }, { title: 'Ink' }, { title: 'Pencil' }]);
    expect(api.separateVersions).toEqual([false, true, false]);
  });
});

describe('a change by somebody else', () => {
  it('is merged if it is of other attributes', async () => {
    const { api, form, saver, typeTitle } = open();
    api.changeElsewhere({ text: 'White' });
    await typeTitle('Pen');
    expect(saver.status.get().kind).toBe('saved');
    expect(api.values).toEqual({ title: 'Pen', text: 'White', number: 1 });
    expect(form.getValues()).toEqual(api.values);
    // The version that was merged is no change of the user.
    await pass(60_000);
    expect(api.log).toHaveLength(2);
  });

  it('is merged also if it comes between a save and the reading after it', async () => {
    const { api, form, typeTitle } = open();
    const { write } = api.requests;
    Object.assign(api.requests, {
      write: async (change: Parameters<typeof write>[0]) => {
        const answer = await write(change);
        api.changeElsewhere({ text: 'White' });
        return answer;
      },
    });
    await typeTitle('Pen');
    expect(form.getValues()).toEqual({ title: 'Pen', text: 'White', number: 1 });
  });

  const openConflict = async () => {
    const opened = open();
    opened.api.changeElsewhere({ title: 'Pencil', text: 'White' });
    opened.form.setValue('title', 'Pen');
    await pass(2_000);
    return opened;
  };

  it('of the same attribute is a conflict, and nothing is written before the user has chosen', async () => {
    const { api, saver, texts } = await openConflict();
    expect(saver.status.get()).toEqual({
      kind: 'conflict',
      conflicts: [{ attribute: 'title', own: 'Pen', other: 'Pencil' }],
    });
    await pass(60_000);
    expect(await saver.save()).toBe(false);
    expect(await saver.publish()).toBe(false);
    expect(api.values).toMatchObject({ title: 'Pencil' });
    expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
  });

  it.each([
    { chosen: [], title: 'Pen' },
    { chosen: ['Pen'], title: 'Pen' },
    { chosen: ['Pencil'], title: 'Pencil' },
  ])('is resolved to $title', async ({ chosen, title }) => {
    const { api, form, saver } = await openConflict();
    expect(await saver.resolve(new Map(chosen.map((value) => ['title', value])))).toBe(true);
    expect(api.values).toEqual({ title, text: 'White', number: 1 });
    expect(form.getValues()).toEqual(api.values);
    expect(saver.status.get().kind).toBe('saved');
  });

  it.each([
    { chosen: 'Red', text: 'Red\n![ink](/ink.png)' },
    { chosen: 'White', text: 'White\n![ink](/ink.png)' },
    { chosen: 'Red\nWhite', text: 'Red\n![ink](/ink.png)\nWhite' },
  ])('is resolved to $chosen with a picture that came meanwhile', async ({ chosen, text }) => {
    const { api, form, saver } = open();
    api.changeElsewhere({ text: 'White' });
    form.setValue('text', 'Red');
    await pass(2_000);
    expect(saver.status.get().kind).toBe('conflict');
    form.setValue('text', 'Red\n![ink](/ink.png)');
    expect(await saver.resolve(new Map([['text', chosen]]))).toBe(true);
    expect(api.values).toMatchObject({ text });
  });

  it.each([404, 412])(
    'that deletes the document is no failure of a save with the answer %i, and the text is kept',
    async (status) => {
      const { api, saver, texts, typeTitle } = open();
      api.changeElsewhere(undefined);
      api.fail(new ApiError(status, 'Error', 'It does not exist'));
      await typeTitle('Pen');
      expect(saver.status.get()).toEqual({ kind: 'deleted' });
      expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
    },
  );
});

describe('text that the API does not have', () => {
  it('is kept without its passwords, and restoring it leaves those that are typed', async () => {
    const { form, saver, texts } = open(stored, { automatic: false });
    form.setValue('secret', 'hush');
    form.setValue('title', 'Pen');
    await pass(300);
    const kept = texts.current();
    expect(kept).toEqual({ values: { ...stored, title: 'Pen' }, base: stored });
    form.setValue('title', 'Ink');
    if (kept !== undefined) await saver.restore(kept);
    expect(form.getValues()).toEqual({ ...stored, title: 'Pen', secret: 'hush' });
  });

  it('is forgotten when it is typed back', async () => {
    const { form, texts } = open(stored, { automatic: false });
    form.setValue('title', 'Pen');
    await pass(300);
    form.setValue('title', 'Ink');
    await pass(300);
    expect(texts.current()).toBeUndefined();
  });

  it('is not said to be kept while the browser has no room for it', async () => {
    const { api, form, saver, texts } = open();
    const listener = vi.fn();
    api.fail(networkError());
    texts.isFull = true;
    form.setValue('title', 'Pen');
    expect(saver.kept.isKept()).toBe(true);
    onTestFinished(saver.status.subscribe(listener));
    await pass(300);
    expect(saver.kept.isKept()).toBe(false);
    expect(listener).toHaveBeenCalledOnce();
    expect(await saver.kept.keep()).toBe(false);
    texts.isFull = false;
    form.setValue('title', 'Pencil');
    await pass(300);
    expect(saver.kept.isKept()).toBe(true);
    expect(texts.current()?.values).toMatchObject({ title: 'Pencil' });
  });

  it('is kept at once when the form closes', async () => {
    const { form, texts, stop } = open();
    form.setValue('title', 'Pen');
    stop();
    expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
    await pass(60_000);
    expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
  });

  it('is not sent after the form closed, because another user may have logged in', async () => {
    const { api, saver, texts, stop, typeTitle } = open();
    const resume = api.pause();
    api.fail(networkError());
    await typeTitle('Pen');
    stop();
    resume();
    await pass(60_000);
    expect(saver.status.get().kind).toBe('waiting');
    expect(api.log).toEqual([]);
    expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
  });

  it('is restored over a document that did not change', async () => {
    const { api, form, saver } = open();
    await saver.restore({ values: { ...stored, title: 'Pen' }, base: stored });
    expect(form.getValue('title')).toBe('Pen');
    await pass(2_000);
    expect(api.log).toEqual([{ title: 'Pen' }]);
  });

  it('is merged with a document that changed, and asks about what both changed', async () => {
    const { api, form, saver } = open({ title: 'Pencil', text: 'White', number: 1 });
    await saver.restore({ values: { title: 'Pen', text: 'Black', number: 2 }, base: stored });
    expect(form.getValues()).toEqual({ title: 'Pen', text: 'White', number: 2 });
    expect(saver.status.get()).toMatchObject({ kind: 'conflict', conflicts: [{ own: 'Pen', other: 'Pencil' }] });
    await pass(60_000);
    expect(api.log).toEqual([]);
    await saver.resolve(new Map());
    expect(api.values).toEqual({ title: 'Pen', text: 'White', number: 2 });
  });
});

describe('a save that fails, and the next tries', () => {
  const refused = (status: number, errors: readonly object[] = []) => new ApiError(status, 'Error', '', { errors });
  const lost = 'the answer is lost';
  const [pen, ink, pencil] = ['Pen', 'Ink', 'Pencil'].map((title) => ({ title }));
  const created = { ...pen, text: null, number: null };

  interface Case {
    /** What happens to the first tries. */
    readonly failures: readonly (ApiError | typeof lost)[];
    /** The state after each try. */
    readonly states: readonly string[];
    /** What is typed before the last try. */
    readonly typed?: FormValues | undefined;
    /** What somebody else changes before the last try. */
    readonly elsewhere?: FormValues;
    readonly isNew?: true;
    readonly values?: FormValues | undefined;
    readonly log?: readonly unknown[];
  }

  it.each<Case>([
    // Without an answer, without a session, or without a database, the text is sent again after five seconds.
    ...[networkError(), refused(401), refused(503)].map((error) => ({
      ...{ failures: [error, error], states: ['waiting', 'waiting', 'saved'], values: pen },
    })),
    // A missing route is no deleted document.
    ...[refused(403), refused(404)].map((error) => ({
      ...{ failures: [error], states: ['failed', 'saved'], typed: pencil, values: pencil },
    })),
    // What was saved is no conflict with itself.
    { failures: [lost], states: ['waiting', 'saved'], typed: { text: 'White' }, values: { ...pen, text: 'White' } },
    { failures: [lost], states: ['waiting', 'saved'], typed: pencil, values: pencil, log: [pen, pencil] },
    { failures: [lost], states: ['waiting', 'saved'], typed: ink, values: ink, log: [pen, ink] },
    { failures: [lost], states: ['waiting', 'saved'], typed: pen, values: pen, log: [pen] },
    {
      ...{ failures: [lost], states: ['waiting', 'conflict'], typed: pencil },
      ...{ elsewhere: { title: 'Quill' }, values: { title: 'Quill' }, log: [pen] },
    },
    // A document is created once.
    {
      ...{ isNew: true, failures: [lost], states: ['waiting', 'saved'], typed: pencil },
      ...{ values: pencil, log: [created, created, pencil] },
    },
    ...[401, 429].map((status) => ({
      ...({ isNew: true, failures: [lost, refused(status)], states: ['waiting', 'waiting', 'saved'] } as const),
      ...{ typed: pencil, values: pencil },
    })),
    {
      ...{ isNew: true, failures: [lost, refused(403)], states: ['waiting', 'failed', 'saved'] },
      ...{ typed: pencil, values: pencil },
    },
    {
      ...{ isNew: true, failures: [refused(400, [{ path: ['title'], message: 'No' }])], states: ['refused', 'saved'] },
      ...{ typed: pencil, values: pencil },
    },
  ])('$failures: $states', async ({ failures, states, typed, elsewhere, isNew, values, log }) => {
    const { api, form, saver, texts, typeTitle } = open(isNew === undefined ? stored : null);
    for (const failure of failures) api.fail(failure === lost ? networkError() : failure, failure === lost);
    await typeTitle('Pen');
    for (const [index, state] of states.entries()) {
      expect(saver.status.get().kind).toBe(state);
      if (index === states.length - 1) break;
      expect(texts.current()?.values).toMatchObject({ title: 'Pen' });
      if (index === states.length - 2) {
        if (elsewhere !== undefined) api.changeElsewhere(elsewhere);
        for (const [name, value] of Object.entries(typed ?? {})) form.setValue(name, value);
        expect(saver.stored.hasChanges()).toBe(true);
      }
      await pass(5_000);
    }
    expect(api.values).toMatchObject(values ?? {});
    if (log !== undefined) expect(api.log).toEqual(log);
    expect(texts.current() === undefined).toBe(states.at(-1) === 'saved');
  });
});

describe('refused values', () => {
  it('are not sent if the form knows it', async () => {
    const { api, form, saver } = open();
    form.setValue('number', 'many');
    await pass(60_000);
    expect(api.log).toEqual([]);
    expect(saver.status.get()).toEqual({ kind: 'refused', others: [] });
    expect([...form.getFaults().keys()]).toEqual(['number']);
    form.setValue('number', 2);
    await pass(2_000);
    expect(api.log).toEqual([{ number: 2 }]);
    expect(saver.status.get().kind).toBe('saved');
  });

  it('are shown at their fields, and the other faults above the form', async () => {
    const { api, form, saver, typeTitle } = open();
    const errors = [
      { path: ['title'], message: 'Not this one' },
      { path: ['elsewhere'], message: 'Neither' },
    ];
    api.fail(new ApiError(400, 'ValidationError', 'Two faults', { errors }));
    form.setValue('title', 'Pen');
    await pass(60_000);
    expect(saver.status.get()).toEqual({ kind: 'refused', others: [errors[1]] });
    expect(form.getFaults().get('title')).toMatchObject({ kind: 'api', message: 'Not this one' });
    await typeTitle('Pencil');
    expect(saver.status.get().kind).toBe('saved');
    expect(form.getFaults().size).toBe(0);
  });

  it('are a failure if no fault is named, and a click tries again', async () => {
    const { api, form, saver } = open();
    api.fail(new ApiError(403, 'ForbiddenError', 'Not allowed'));
    form.setValue('title', 'Pen');
    await pass(60_000);
    expect(saver.status.get()).toMatchObject({ kind: 'failed', error: { status: 403 } });
    expect(await saver.save()).toBe(true);
  });
});

describe('a new document', () => {
  it('is created once, and updated from then on', async () => {
    const { api, form, saver, typeTitle } = open(null);
    expect(saver.stored.exists()).toBe(false);
    await typeTitle('Pen');
    expect(form.documentId).toBe('one');
    form.setValue('text', 'White');
    await pass(2_000);
    expect(api.log).toEqual([{ title: 'Pen', text: null, number: null }, { text: 'White' }]);
  });

  it('takes the value that the API generated instead of one that was suggested meanwhile', async () => {
    const { api, form, saver } = open(null);
    api.generated = { text: 'ink' };
    form.setValue('title', 'Ink');
    const resume = api.pause();
    const saved = saver.save();
    await pass(0);
    form.suggestValue('text', 'ink-1');
    resume();
    expect(await saved).toBe(true);
    expect(form.getValue('text')).toBe('ink');
    expect(api.log).toHaveLength(1);
  });

  it('keeps a suggested value that the user has brought back', async () => {
    const { api, form, saver } = open(null);
    form.setValue('title', 'Ink');
    form.suggestValue('text', 'ink');
    await saver.save();
    form.setValue('text', 'pen');
    const resume = api.pause();
    const saved = saver.save();
    await pass(0);
    form.undo();
    resume();
    expect(await saved).toBe(true);
    expect([form.getValue('text'), api.values?.text]).toEqual(['ink', 'ink']);
  });
});

describe('a translation', () => {
  const openNew = (type: ContentType) => {
    const api = new FakeApi({ ...schema, type });
    const form = new DocumentForm({ type, schema: schema.editor, values: stored, documentId: 'one' });
    const saver = new DocumentSaver({
      ...{ form, stored: undefined, requests: api.requests, texts: memoryTexts(), automatic: true },
    });
    onTestFinished(saver.start(() => undefined));
    return { api, form, saver };
  };

  it('that somebody else made at the same time is not overwritten', async () => {
    const { api, form, saver } = openNew(schema.type);
    form.setValue('title', 'Pen');
    api.changeElsewhere({ title: 'Pencil', text: 'Black', number: 1 });
    await pass(2_000);
    expect(saver.status.get()).toMatchObject({ kind: 'conflict', conflicts: [{ own: 'Pen', other: 'Pencil' }] });
    expect(api.values).toMatchObject({ title: 'Pencil' });
    expect(await saver.resolve(new Map())).toBe(true);
    expect(api.values).toEqual({ title: 'Pen', text: 'Black', number: 1 });
  });

  /** The title belongs to the locale; text and number are shared, and come from another locale. */
  const openTranslation = () => {
    const title = { type: 'string', pluginOptions: { i18n: { localized: true } } } as const;
    return openNew({ ...schema.type, localized: true, attributes: { ...schema.type.attributes, title } });
  };

  it('does not write the shared values that it began with, which may have changed since', async () => {
    const { api, form, saver } = openTranslation();
    const { write } = api.requests;
    Object.assign(api.requests, {
      write: async (change: Parameters<typeof write>[0]) => {
        const answer = await write(change);
        // A new locale starts with the shared values of now.
        api.changeElsewhere({ text: 'Black', number: 9 });
        return answer;
      },
    });
    form.setValue('title', 'Tinte');
    await pass(2_000);
    expect(api.log).toEqual([{ title: 'Tinte' }]);
    expect(form.getValues()).toEqual({ title: 'Tinte', text: 'Black', number: 9 });
    expect(saver.status.get().kind).toBe('saved');
  });

  it('writes the shared values that the user changed, and its own values also unchanged', async () => {
    const { api, form } = openTranslation();
    form.setValue('number', 2);
    await pass(2_000);
    expect(api.log).toEqual([{ title: 'Ink', number: 2 }]);
  });
});

describe('a form without changes', () => {
  it('follows the document, and keeps the steps of undo in other attributes', async () => {
    const { api, form, saver, onStored, typeTitle } = open();
    await typeTitle('Pen');
    onStored.mockClear();
    api.changeElsewhere({ text: 'White' });
    api.updatedBy = 'maud';
    await saver.follow();
    expect(form.getValues()).toEqual({ title: 'Pen', text: 'White', number: 1 });
    expect(saver.status.get().kind).toBe('saved');
    expect(saver.status.getNews()).toEqual({ by: 'maud', attributes: ['text'] });
    expect(onStored).toHaveBeenCalledOnce();
    expect(form.undo()).toBe('title');
    await pass(2_000);
    expect(api.log).toEqual([{ title: 'Pen' }, { title: 'Ink' }]);
  });

  it('changes nothing if nobody else has changed the document', async () => {
    const { api, form, saver, onStored } = open();
    const values = form.getValues();
    await saver.follow();
    expect(form.getValues()).toBe(values);
    expect(saver.status.getNews()).toBeUndefined();
    expect(onStored).not.toHaveBeenCalled();
    expect(api.reads).toEqual([304]);
  });

  it('stays as it is without an answer', async () => {
    const { api, form, saver } = open();
    api.changeElsewhere({ text: 'White' });
    api.fail(networkError());
    await saver.follow();
    expect(form.getValues()).toEqual(stored);
    expect(saver.status.get().kind).toBe('saved');
    await saver.follow();
    expect(form.getValue('text')).toBe('White');
  });

  it('sends no request while it is saved, before it is created, and after it closed', async () => {
    const { api, saver, stop, typeTitle } = open();
    const resume = api.pause();
    await typeTitle('Pen');
    await saver.follow();
    resume();
    await pass(0);
    stop();
    await saver.follow();
    const created = open(null);
    await created.saver.follow();
    expect([...api.reads, ...created.api.reads]).toEqual([]);
  });
});

describe('a form with changes', () => {
  const openWithNews = async () => {
    const opened = open(stored, { automatic: false });
    opened.form.setValue('title', 'Pen');
    opened.api.changeElsewhere({ text: 'White' });
    opened.api.updatedBy = 'maud';
    await opened.saver.follow();
    return opened;
  };

  it('stays as it is, and tells who changed what', async () => {
    const { api, form, saver } = await openWithNews();
    expect(form.getValues()).toEqual({ ...stored, title: 'Pen' });
    expect(saver.status.get().kind).toBe('changed');
    expect(saver.status.getNews()).toEqual({ by: 'maud', attributes: ['text'] });
    // A version that was read is not read again.
    await saver.follow();
    expect(api.reads).toEqual([200, 304]);
  });

  it('follows as soon as its change is taken back', async () => {
    const { form, saver } = await openWithNews();
    form.setValue('title', 'Ink');
    await saver.follow();
    expect(form.getValues()).toEqual({ ...stored, text: 'White' });
  });

  it('merges with the next save, and tells it until the save after that', async () => {
    const { api, form, saver } = await openWithNews();
    expect(await saver.save()).toBe(true);
    expect(api.values).toEqual({ title: 'Pen', text: 'White', number: 1 });
    expect(form.getValues()).toEqual(api.values);
    expect(saver.status.getNews()).toEqual({ by: 'maud', attributes: ['text'] });
    form.setValue('title', 'Pencil');
    expect(await saver.save()).toBe(true);
    expect(saver.status.getNews()).toBeUndefined();
  });
});

describe('a document that somebody else deleted', () => {
  it.each(['save', 'follow', 'publish'] as const)('is noticed by %s, and nothing is written', async (action) => {
    const { api, form, saver, texts } = open();
    api.changeElsewhere(undefined);
    if (action === 'save') form.setValue('title', 'Pen');
    await saver[action]();
    expect(saver.status.get()).toEqual({ kind: 'deleted' });
    form.setValue('title', 'Pencil');
    await pass(60_000);
    await saver.follow();
    expect(await saver.save()).toBe(false);
    expect(saver.status.get()).toEqual({ kind: 'deleted' });
    expect(texts.current()?.values).toMatchObject({ title: 'Pencil' });
    expect(api.log.filter((entry) => typeof entry === 'string')).toEqual([]);
    expect(api.values).toBeUndefined();
  });

  it('is created again with all values, and saved from then on', async () => {
    const { api, saver, texts, typeTitle } = open();
    api.changeElsewhere(undefined);
    await typeTitle('Pen');
    expect(await saver.saveAsNew()).toBe(true);
    expect(api.values).toEqual({ ...stored, title: 'Pen' });
    expect(saver.status.get().kind).toBe('saved');
    expect(texts.current()).toBeUndefined();
    await typeTitle('Pencil');
    expect(api.log.at(-1)).toEqual({ title: 'Pencil' });
  });

  it('is created once if the answer is lost', async () => {
    const { api, saver, typeTitle } = open();
    api.changeElsewhere(undefined);
    await typeTitle('Pen');
    api.fail(networkError(), true);
    expect(await saver.saveAsNew()).toBe(false);
    expect(saver.status.get().kind).toBe('waiting');
    await pass(5_000);
    expect(saver.status.get().kind).toBe('saved');
    expect(api.values).toEqual({ ...stored, title: 'Pen' });
  });
});

describe('actions', () => {
  const openWithoutReading = () => {
    const opened = open();
    const { read } = opened.api.requests;
    Object.assign(opened.api.requests, { read: () => Promise.reject(networkError()) });
    return { ...opened, readAgain: () => Object.assign(opened.api.requests, { read }) };
  };

  /** Types a title while the document is published. */
  const publishWhile = async (change: FormValues | undefined, ms = 0) => {
    const opened = open();
    const resume = opened.api.pause();
    const published = opened.saver.publish();
    await pass(0);
    opened.form.setValue('title', 'Pen');
    if (change !== undefined) opened.api.changeElsewhere(change);
    opened.api.updatedBy = 'maud';
    await pass(ms);
    resume();
    await pass(ms === 0 ? 0 : 2_000);
    return { ...opened, isPublished: await published };
  };

  it('publish nothing that is not complete', async () => {
    const { api, form, saver } = open();
    form.setValue('title', null);
    expect(await saver.publish()).toBe(false);
    expect(api.log).toEqual([{ title: null }]);
    expect(saver.status.get()).toEqual({ kind: 'unpublished', others: [] });
    expect([...form.getFaults().keys()]).toEqual(['title']);
  });

  it('that the API refuses to do leave the document saved', async () => {
    const { api, form, saver } = open();
    form.setValue('title', 'Pen');
    expect(await saver.save()).toBe(true);
    const errors = [
      { path: ['title'], message: 'This title is in use' },
      { path: ['other'], message: 'Too early' },
    ];
    api.fail(new ApiError(400, 'ValidationError', 'Invalid', { errors }));
    expect(await saver.publish()).toBe(false);
    expect(saver.status.get()).toEqual({ kind: 'unpublished', others: [{ path: ['other'], message: 'Too early' }] });
    expect([...form.getFaults().keys()]).toEqual(['title']);
    expect(await saver.publish()).toBe(true);
    expect(saver.status.get().kind).toBe('saved');
  });

  it('that get no answer leave the document saved, and saving goes on', async () => {
    const { api, saver, typeTitle } = open();
    const error = networkError();
    api.fail(error);
    expect(await saver.publish()).toBe(false);
    expect(saver.status.get()).toEqual({ kind: 'unpublished', error, others: [] });
    await typeTitle('Pen');
    expect(saver.status.get().kind).toBe('saved');
    expect(api.log).toEqual([{ title: 'Pen' }]);
  });

  it('are done also if the document cannot be read afterwards', async () => {
    const { api, saver, readAgain } = openWithoutReading();
    expect(await saver.publish()).toBe(true);
    expect(saver.status.get().kind).toBe('saved');
    readAgain();
    await saver.follow();
    expect(api.reads).toEqual([200]);
  });

  it('publish also what somebody else saved meanwhile, and tell it', async () => {
    const { api, form, saver } = open();
    api.changeElsewhere({ text: 'White' });
    api.updatedBy = 'maud';
    expect(await saver.publish()).toBe(true);
    expect(api.log).toEqual(['publish']);
    expect(form.getValue('text')).toBe('White');
    expect(saver.status.get().kind).toBe('saved');
    expect(saver.status.getNews()).toEqual({ by: 'maud', attributes: ['text'] });
  });

  it('publish after a save that could not be read again', async () => {
    const { api, form, saver, readAgain } = openWithoutReading();
    form.setValue('title', 'Pen');
    expect(await saver.save()).toBe(false);
    readAgain();
    expect(await saver.publish()).toBe(true);
    expect(api.log).toEqual([{ title: 'Pen' }, 'publish']);
  });

  it('publish what was typed meanwhile if somebody else changed the document', async () => {
    const { api, saver, isPublished } = await publishWhile({ text: 'White' });
    expect(isPublished).toBe(true);
    expect(api.log).toEqual([{ title: 'Pen' }, 'publish']);
    expect(api.values).toEqual({ title: 'Pen', text: 'White', number: 1 });
    expect(saver.status.get().kind).toBe('saved');
    expect(saver.status.getNews()).toEqual({ by: 'maud', attributes: ['text'] });
  });

  it('publish nothing that collides with what somebody else saved meanwhile, and let the user choose', async () => {
    const { api, saver, isPublished } = await publishWhile({ title: 'Pencil' });
    expect(isPublished).toBe(false);
    expect(api.log).toEqual([]);
    expect(saver.status.get()).toMatchObject({ kind: 'conflict', conflicts: [{ own: 'Pen', other: 'Pencil' }] });
  });

  it('say it when somebody else saves all the time', async () => {
    const { api, saver } = open();
    const error = new ApiError(412, 'PreconditionFailedError', 'The document has changed');
    Object.assign(api.requests, { act: () => Promise.reject(error) });
    expect(await saver.publish()).toBe(false);
    expect(saver.status.get()).toEqual({ kind: 'unpublished', error, others: [] });
  });

  it('let changes wait that are typed meanwhile', async () => {
    const { api, form, isPublished } = await publishWhile(undefined, 10_000);
    expect(isPublished).toBe(true);
    expect(api.log).toEqual(['publish', { title: 'Pen' }]);
    expect(api.mostAtOnce).toBe(1);
    expect(form.getValue('title')).toBe('Pen');
  });

  it('discard the changes that are not saved, too', async () => {
    const { api, form, saver, texts } = open();
    form.setValue('title', 'Pen');
    await pass(300);
    await saver.discard();
    expect(form.getValues()).toEqual(stored);
    expect(saver.status.get().kind).toBe('saved');
    expect(texts.current()).toBeUndefined();
    await pass(60_000);
    expect(api.log).toEqual(['discard-draft']);
  });

  it('go on saving if the changes cannot be discarded', async () => {
    const { api, form, saver } = open();
    form.setValue('title', 'Pen');
    api.fail(networkError());
    await expect(saver.discard()).rejects.toThrow();
    await pass(5_000);
    expect(api.log).toEqual([{ title: 'Pen' }]);
    expect(saver.status.get().kind).toBe('saved');
  });

  it('delete the document, and write nothing afterwards', async () => {
    const { api, form, saver, texts } = open();
    form.setValue('title', 'Pen');
    await pass(300);
    await saver.remove();
    expect(texts.current()).toBeUndefined();
    form.setValue('title', 'Pencil');
    await pass(60_000);
    expect(api.log).toEqual(['delete']);
  });

  it('go on with the form if the document cannot be deleted', async () => {
    const { api, saver, typeTitle } = open();
    api.fail(networkError());
    await expect(saver.remove()).rejects.toThrow();
    await typeTitle('Pen');
    expect(api.log).toEqual([{ title: 'Pen' }]);
  });

  it('unpublish leaves what is typed in the form', async () => {
    const { api, form, saver } = open();
    form.setValue('title', 'Pen');
    await saver.unpublish();
    expect(form.getValue('title')).toBe('Pen');
    await pass(2_000);
    expect(api.log).toEqual(['unpublish', { title: 'Pen' }]);
  });
});
