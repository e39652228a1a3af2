// The state of a form: values that never change, undo, faults that follow their entries.
import { describe, expect, it } from 'vitest';
import { applyFaults } from '../../../editor/src/form/faults.ts';
import { DocumentForm } from '../../../editor/src/form/formStore.ts';
import { isShared } from '../../../editor/src/form/isShared.ts';
import { valueAt, withValueAt } from '../../../editor/src/form/paths.ts';
import type { Entry } from '../../../editor/src/form/types.ts';
import { testSchema } from './schema.ts';

const { editor, type } = testSchema(
  {
    title: { type: 'string' },
    extra: { type: 'json' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    seo: { type: 'component', component: 'a.part' },
    parts: { type: 'dynamiczone', components: ['a.part'] },
  },
  {
    'a.part': { name: { type: 'string' }, parts: { type: 'component', component: 'a.leaf', repeatable: true } },
    'a.leaf': { name: { type: 'string' } },
  },
);

const entry = (key: string, name: string, parts: readonly Entry[] = []): Entry => ({
  __key: key,
  __component: 'a.part',
  name,
  parts,
});

const makeForm = () => {
  const time = { now: 0 };
  const values = {
    title: 'a',
    extra: null,
    tags: [],
    seo: null,
    parts: [entry('k0', 'x', [{ __key: 'l0', name: 'l' }]), entry('k1', 'y'), entry('k2', 'z')],
  };
  const form = new DocumentForm({ type, schema: editor, values, now: () => time.now });
  return { form, time, later: () => (time.now += 5_000) };
};

describe('a form', () => {
  it('replaces values and shares what did not change', () => {
    const { form } = makeForm();
    const before = form.getValues();
    form.setValue('parts.1.name', 'new');
    expect(form.getValue('parts.1.name')).toBe('new');
    expect(valueAt(before, 'parts.1.name')).toBe('y');
    expect(form.getValue('parts.0')).toBe(valueAt(before, 'parts.0'));
  });

  it('takes back several attributes that changed together in one step, without those that changed elsewhere since', () => {
    const { form } = makeForm();
    const before = form.getValues();
    form.setValues({ title: 'b', extra: 1, seo: before.seo });
    expect(form.undo()).toBe('title');
    expect([form.getValues(), form.canUndo()]).toEqual([before, false]);
    form.redo();
    expect(form.getValues()).toMatchObject({ title: 'b', extra: 1 });
    form.replaceValues({ ...form.getValues(), title: 'by somebody else' });
    form.undo();
    expect(form.getValues()).toMatchObject({ title: 'by somebody else', extra: null });
  });

  it('keeps values that look like events or paths', () => {
    const { form } = makeForm();
    form.setValue('extra', { target: { value: 1 }, __proto__: null });
    expect(form.getValue('extra')).toMatchObject({ target: { value: 1 } });
    expect(valueAt({}, 'constructor')).toBeUndefined();
    expect(withValueAt({}, 'a.b', 1)).toEqual({ a: { b: 1 } });
  });

  it('tells listeners of changes only', () => {
    const { form } = makeForm();
    let calls = 0;
    const end = form.subscribe(() => (calls += 1));
    form.setValue('title', 'a');
    expect(calls).toBe(0);
    form.setValue('title', 'b');
    end();
    form.setValue('title', 'c');
    expect(calls).toBe(1);
  });
});

describe('undo', () => {
  it('takes back what was typed in one go, and does it again', () => {
    const { form, later } = makeForm();
    form.setValue('title', 'ab');
    form.setValue('title', 'abc');
    later();
    form.setValue('title', 'abcd');
    expect(form.undo()).toBe('title');
    expect(form.getValue('title')).toBe('abc');
    expect(form.undo()).toBe('title');
    expect(form.getValue('title')).toBe('a');
    expect(form.undo()).toBeUndefined();
    expect(form.canUndo()).toBe(false);
    expect([form.redo(), form.redo(), form.redo()]).toEqual(['title', 'title', undefined]);
    expect(form.getValue('title')).toBe('abcd');
  });

  it('goes across attributes, and forgets what was undone after a new change', () => {
    const { form } = makeForm();
    form.setValue('title', 'b');
    form.setValue('parts.0.name', 'new');
    form.setValue('title', 'c');
    form.undo();
    form.undo();
    expect([form.getValue('title'), form.getValue('parts.0.name')]).toEqual(['b', 'x']);
    form.setValue('title', 'd');
    expect(form.canRedo()).toBe(false);
  });

  it('brings back the same value, so that nothing seems to have changed', () => {
    const { form } = makeForm();
    const { parts } = form.getValues();
    form.setValue('parts', []);
    form.undo();
    expect(form.getValues().parts).toBe(parts);
  });
});

describe('faults', () => {
  it('are at the field that shows them, and open the entries around it', () => {
    const { form } = makeForm();
    const others = applyFaults(form, [
      { path: ['title'], message: 'This attribute must be unique' },
      { path: ['tags', '0'], message: 'not found' },
      { path: ['parts', '0', 'parts', '0', 'name'], message: 'too long' },
      { path: ['seo', 'name'], message: 'missing' },
      { path: ['unknown'], message: 'unknown' },
      { path: [], message: 'all' },
    ]);
    expect(others.map(({ message }) => message)).toEqual(['unknown', 'all']);
    expect([...form.getFaults().keys()]).toEqual(['title', 'tags', 'parts.0.parts.0.name', 'seo']);
    expect(form.getFaults().get('title')?.message).toEqual({ key: 'taken' });
    expect([form.isOpen('k0'), form.isOpen('l0'), form.isOpen('k1')]).toEqual([true, true, false]);
    applyFaults(form, [{ path: ['parts', '7', 'name'], message: 'gone' }]);
    expect([...form.getFaults().keys()]).toEqual(['parts']);
  });

  it('go when their value changes', () => {
    const { form } = makeForm();
    applyFaults(form, [
      { path: ['title'], message: 'bad' },
      { path: ['parts', '1', 'name'], message: 'bad' },
    ]);
    form.setValue('title', 'b');
    expect([...form.getFaults().keys()]).toEqual(['parts.1.name']);
  });

  it('follow their entry when it moves, and go with it', () => {
    const { form } = makeForm();
    const entries = () => form.getValue('parts') as readonly Entry[];
    applyFaults(form, [{ path: ['parts', '2', 'name'], message: 'bad' }]);
    form.setValue('parts', [...entries().slice(2), ...entries().slice(0, 2)]);
    expect([...form.getFaults().keys()]).toEqual(['parts.0.name']);
    form.setValue('parts', entries().slice(1));
    expect(form.getFaults().size).toBe(0);
  });
});

it('takes no value for a change that was suggested from the start', () => {
  const form = new DocumentForm({ type, schema: editor, values: { title: 'Ink' }, suggested: { title: 'Ink' } });
  let changes = 0;
  form.subscribe(() => {
    changes += 1;
  });
  form.suggestValue('title', 'Ink');
  expect([changes, form.getSuggested()]).toEqual([0, { title: 'Ink' }]);
  form.setValue('title', 'Paper');
  expect(form.getSuggested()).toEqual({});
});

describe('a change that comes late', () => {
  it('goes to its own entry, wherever that is, and nowhere without it', () => {
    const { form } = makeForm();
    const [first, second] = [form.changerOf('parts.0.parts.0.name'), form.changerOf('parts.1.name')];
    const parts = form.getValue('parts') as readonly Entry[];
    form.setValue('parts', [...parts.slice(1), entry('k3', 'new')]);
    const before = form.getValues();
    first(() => 'late');
    expect(form.getValues()).toBe(before);
    second((name) => `late ${String(name)}`);
    expect((form.getValue('parts') as readonly Entry[]).map(({ name }) => name)).toEqual(['late y', 'z', 'new']);
    form.undo();
    form.undo();
    first((name) => `late ${String(name)}`);
    expect(form.getValue('parts.0.parts.0.name')).toBe('late l');
  });

  it('makes no component anew', () => {
    const { form } = makeForm();
    form.setValue('seo', { name: 'a' });
    const change = form.changerOf('seo.name');
    form.setValue('seo', null);
    change(() => 'late');
    expect(form.getValue('seo')).toBeNull();
    form.changerOf('title')(() => 'b');
    expect(form.getValue('title')).toBe('b');
  });
});

const localized = { i18n: { localized: true } };
const shared = (path: string) =>
  isShared(
    {
      type: {
        ...type,
        localized: true,
        attributes: { ...type.attributes, own: { type: 'string', pluginOptions: localized }, slug: { type: 'uid' } },
      },
    },
    path,
  );

it('shared attributes are those of a localized type that declare nothing else, without relations and uids', () => {
  expect(['title', 'seo', 'parts', 'own', 'slug', 'tags', 'parts.0.name'].filter(shared)).toEqual([
    'title',
    'seo',
    'parts',
  ]);
  expect(isShared({ type }, 'title')).toBe(false);
});
