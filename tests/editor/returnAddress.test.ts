// The screen to which a login leads.
import { expect, it } from 'vitest';
import { returnAddress } from '../../editor/src/account/returnAddress.ts';

it.each(['/', '/content/articles?page=2', '/single/imprint#title'])('is that of the address: %s', (from) => {
  expect(returnAddress(`?from=${encodeURIComponent(from)}`)).toBe(from);
});

it.each(['https://example.org', '//example.org', '/\\example.org', '\t//example.org', 'javascript:hacked=1', ''])(
  'is none outside of the editor: %j',
  (from) => {
    expect(returnAddress(`?from=${encodeURIComponent(from)}`)).toBe('/');
  },
);
