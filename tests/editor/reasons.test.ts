// What prevents a publication, in the words of the form.
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../editor/src/form/apiRules.ts';
import { checkVersion } from '../../lib/write/input/index.ts';
import { schemaOf, typeFile, withDrafts } from '../setup/api.ts';

const attributes = {
  required: { type: 'string', required: true },
  short: { type: 'string', minLength: 5 },
  long: { type: 'string', maxLength: 2 },
  low: { type: 'integer', min: 3 },
  high: { type: 'integer', max: 3 },
  form: { type: 'string', regex: '^a "b"$' },
  mail: { type: 'email' },
  choice: { type: 'enumeration', enum: ['a', 'b'] },
};

const draft = { short: 'a', long: 'abc', low: 1, high: 5, form: 'x', mail: 'x', choice: 'c' };

describe('the message of the API for a draft', () => {
  const schema = schemaOf({ 'article.json': typeFile('article', attributes, withDrafts) });
  const type = schema.types.get('api::article.article') ?? expect.fail();
  const stored = { id: 1, createdAt: new Date(0), updatedAt: new Date(0), ...draft };
  const rules = new Map(
    checkVersion(schema, type, stored as never).map(({ path, message }) => [
      path.join('.'),
      ruleOf(message) ?? message,
    ]),
  );

  it.each([
    ['required', 'required', ''],
    ['short', 'minLength', '5'],
    ['long', 'maxLength', '2'],
    ['low', 'min', '3'],
    ['high', 'max', '3'],
    ['form', 'regex', '^a "b"$'],
    ['mail', 'email', ''],
    ['choice', 'enumeration', ''],
  ])('of %s is the rule %s', (path, key, limit) => {
    expect(rules.get(path)).toEqual({ key, limit });
  });

  it('of no rule stays as it is', () => {
    expect(ruleOf('title must be beautiful')).toBeUndefined();
  });
});
