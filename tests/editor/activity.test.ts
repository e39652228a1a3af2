// Each action of the audit log has a sentence in each language.
import { expect, it } from 'vitest';
import { namedActors } from '../../editor/src/api/audit.ts';
import { factors as deFactors } from '../../editor/src/messages/de/factors.ts';
import { de } from '../../editor/src/messages/de/index.ts';
import { factors as enFactors } from '../../editor/src/messages/en/factors.ts';
import { en } from '../../editor/src/messages/en/index.ts';
import { actors, auditActions } from '../../lib/platform/audit/index.ts';

type Texts = Readonly<Record<string, unknown>>;

it.each(Object.entries({ en, de }))('has a sentence for each action: %s', (_language, messages) => {
  const { actions, verbs } = messages.admin.activity;
  const ofFactors: Texts = (messages === en ? enFactors : deFactors).actions;
  const missing = auditActions.filter((action) => {
    const [kind = '', verb = ''] = action.split('.');
    const own = kind === 'factor' ? ofFactors : ((actions as Texts)[kind] as Texts | undefined);
    return own?.[verb] === undefined && (verbs as Texts)[verb] === undefined;
  });
  expect(missing).toEqual([]);
});

it('knows the actors that are neither users nor tokens', () => {
  expect(namedActors).toEqual(actors);
});
