// Attacks of a page on the editor: what each field of a message can contain, and that no value of it has an effect or throws.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readFrameMessage } from '../../editor/src/document/preview/frameMessages.ts';

const documentId = 'k6xfquad7qcxpov3wmcn1ah6';
const href = `https://cms.example.org/editor/content/articles/${documentId}#title`;

const fieldMessage = (payload: unknown) => readFrameMessage({ type: 'strapiFieldFocusIntent', payload });
const withSource = (source: Readonly<Record<string, string>>, more: object = { href }) =>
  fieldMessage({ path: new URLSearchParams({ documentId, path: 'title', ...source }).toString(), ...more });

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const markup = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
];
const scripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
];
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const huge = 'a'.repeat(5_000_000);
const wrongTypes = [undefined, null, 0, 1, NaN, 1n, true, '', Symbol('a'), [], [[]], {}, cyclic, new Map(), () => 'a'];

/** Rows for `it.each`: a short name, and the value. */
const named = (...values: readonly unknown[]): readonly (readonly [string, unknown])[] =>
  values.map((value) => [inspect(value, { maxStringLength: 60 }), value]);

describe('a message of the page', () => {
  it('opens a field', () => {
    expect(withSource({ model: 'api::article.article', locale: 'en' })).toEqual({
      type: 'field',
      wanted: {
        documentId,
        typeName: 'articles',
        model: 'api::article.article',
        field: 'title',
        locale: 'en',
        letters: 0,
      },
    });
    expect(withSource({ path: 'sections.0.image.url', type: 'media' })).toMatchObject({
      wanted: { field: 'sections.0.image' },
    });
    const names = { path: 'card.0.children.1.text', fieldPath: 'card' };
    expect(withSource(names, {})).toMatchObject({ wanted: { typeName: undefined, field: 'card' } });
  });

  it.each<[letters: unknown, expected: number]>([
    ...([12, 0] as const).map((count) => [count, count] as [number, number]),
    ...[-1, 1.5, Infinity, 2 ** 60, '12', null, undefined, {}, [12]].map((value) => [value, 0] as [unknown, number]),
  ])('has a place in the text if letters is %j', (letters, expected) => {
    expect(withSource({}, { letters })).toMatchObject({ wanted: { letters: expected } });
  });

  it.each(named(...wrongTypes, ...markup, ...scripts, ...names, huge, [{ type: 'previewReady' }]))(
    'is nothing if it is %s',
    (_, data) => {
      expect(readFrameMessage(data)).toBeUndefined();
    },
  );

  it.each(named(...wrongTypes, ...markup, ...scripts, ...names, huge, 'strapiScript', 'strapiUpdate', 'message'))(
    'is nothing with the type %s',
    (_, type) => {
      expect(
        readFrameMessage({ type, payload: { path: `documentId=${documentId}&path=title`, href } }),
      ).toBeUndefined();
    },
  );

  it.each(named(...wrongTypes, ...markup, huge))('is nothing with the payload %s', (_, payload) => {
    expect(fieldMessage(payload)).toBeUndefined();
  });

  it.each(
    named(
      ...wrongTypes,
      ...markup,
      ...scripts,
      ...names,
      huge,
      `documentId=${documentId}`,
      'path=title',
      '&&==%',
      '%E0%A4%A',
    ),
  )('is nothing with the path %s', (_, path) => {
    expect(fieldMessage({ path, href })).toBeUndefined();
  });

  it.each(
    named(
      ...[...markup, ...scripts, huge, '', ' ', '.', '..', '../users', `${documentId}/actions/publish`, '..%2Fusers'],
      ...[`${documentId}?status=published`, `${documentId}#`, 'a\\b', 'a\0b', '\u202E', '//evil.example.org'],
    ),
  )('is nothing with the documentId %s, which would be another address', (_, id) => {
    expect(withSource({ documentId: String(id) })).toBeUndefined();
  });

  it.each(
    named(
      ...[...markup, ...scripts, huge, '', ' ', '.', 'a..b', 'a.', '.a', '#id', '[name]', '*', 'a b', 'a\0'],
      ...['a.'.repeat(100_000), `${'a.'.repeat(31)}a`, 'title"]', '.url'],
    ),
  )('is nothing with the path of a field %s', (_, path) => {
    const text = String(path);
    for (const source of [{ path: text }, { fieldPath: text }, { path: text, type: 'media' }])
      expect(withSource(source)).toBeUndefined();
  });

  it.each(named(...markup, ...scripts, huge, '', ' ', '.', 'en/..', 'en&status=published', 'en#', 'e\u0000n', '*'))(
    'is nothing with the locale %s, which would be another address',
    (_, locale) => {
      expect(withSource({ locale: String(locale) })).toBeUndefined();
    },
  );

  it.each(named(...wrongTypes, ...markup, huge))(
    'only says that somebody leaves the page, whatever else it has: %s',
    (_, value) => {
      expect(readFrameMessage({ type: 'lecternLeave', payload: value, wanted: value })).toEqual({ type: 'leave' });
    },
  );

  it.each(names)('takes %s for a name, which no document has', (name) => {
    expect(
      withSource({ documentId: name, path: `${name}.${name}`, type: name, model: name, locale: name }),
    ).toMatchObject({ wanted: { documentId: name, field: `${name}.${name}` } });
  });

  it.each(
    named(...wrongTypes, ...markup, ...scripts, huge, `${huge}/editor/content/articles/a`, '/editor/content/<b>/a'),
  )('has no type with the address %s', (_, address) => {
    expect(withSource({}, { href: address })).toMatchObject({ wanted: { documentId, typeName: undefined } });
  });

  it.each(['javascript:alert(1)//editor/content/articles/a', 'https://evil.example.org/editor/content/articles/a'])(
    'takes only the name of the type from the address %s',
    (address) => {
      expect(withSource({}, { href: address })).toEqual({
        type: 'field',
        wanted: { documentId, typeName: 'articles', model: null, field: 'title', locale: undefined, letters: 0 },
      });
    },
  );

  it.each(named(...wrongTypes, ...markup, huge))('reads nothing of the position %s', (_, position) => {
    expect(withSource({}, { href, position })).toEqual(withSource({}));
  });
});
