// Validates the input for webhooks.
import { expect, it } from 'vitest';
import { readNewWebhook } from '../../../lib/events/webhooks/index.ts';
import { library } from '../../write/documents/library.ts';

const context = { schema: library, config: { webhooks: { allowPrivate: false } } };

it('undefined values are left out, not stored as null', () => {
  const input = { name: 'site', url: 'https://example.org/hook', events: ['entry.publish'] };
  const undefinedValues = { headers: undefined, contentTypes: undefined, debounce: undefined };
  expect(readNewWebhook({ ...input, ...undefinedValues }, context)).toStrictEqual(input);
});
