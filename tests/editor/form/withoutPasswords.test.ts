// Which values of a form the browser keeps: all but passwords. Which ones a new entry has: none of another entry.
import { expect, it } from 'vitest';
import { withoutPasswords } from '../../../editor/src/form/components.ts';
import { testSchema } from './schema.ts';

const { type, editor } = testSchema(
  {
    title: { type: 'string' },
    secret: { type: 'password' },
    account: { type: 'component', component: 'test.account' },
    accounts: { type: 'component', component: 'test.account', repeatable: true },
    zone: { type: 'dynamiczone', components: ['test.account'] },
  },
  {
    'test.account': {
      name: { type: 'string' },
      pin: { type: 'password' },
      inner: { type: 'component', component: 'test.inner' },
    },
    'test.inner': { key: { type: 'password' }, note: { type: 'string' } },
  },
);

it('removes passwords in every depth, and nothing else', () => {
  const account = { name: 'Ada', pin: 'a', inner: { key: 'b', note: 'c' } };
  const safe = { name: 'Ada', inner: { note: 'c' } };
  const values = {
    title: 'Ink',
    secret: 'd',
    account,
    accounts: [{ __key: 'entry1', ...account }],
    zone: [{ __key: 'entry2', __component: 'test.account', ...account, inner: null }],
  };
  expect(withoutPasswords(type, editor, values)).toEqual({
    title: 'Ink',
    account: safe,
    accounts: [{ __key: 'entry1', ...safe }],
    zone: [{ __key: 'entry2', __component: 'test.account', name: 'Ada', inner: null }],
  });
  expect(withoutPasswords(type, editor, { account: null })).toEqual({ account: null });
});
