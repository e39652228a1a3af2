// A draft that moves into another stage raises an event in Strapi's form, and leaves a row in the audit log.
import { expect, it } from 'vitest';
import { auditCollection } from '../../../lib/platform/audit/index.ts';
import { addEditor } from '../../setup/accounts.ts';
import { schemaOf, typeFile } from '../../setup/api.ts';
import { createEventSite } from '../../events/relay/eventSite.ts';

const options = { draftAndPublish: true, review: ['writing', 'review', 'ready'] };
const site = await createEventSite(
  schemaOf({ 'page.json': typeFile('page', { title: { type: 'string' } }, { options }) }),
);
const event = 'review-workflows.updateEntryStage';

const auditRows = async () => {
  const rows = await auditCollection(await site.service().database.get())
    .find({ action: { $in: ['content.stage', 'content.assign'] } })
    .sort({ at: 1, _id: 1 })
    .toArray();
  return rows.map(({ action, changed }) => [action, changed]);
};

it('moves raise events with both stages, also the return to the first one', async () => {
  await site.addWebhook({ events: [event] });
  const documentId = await site.create('/api/pages?status=draft', { title: 'One' });
  const path = `/api/pages/${documentId}`;
  const move = () => site.request('PUT', `${path}/stage`, { body: { data: { name: 'ready' } } });
  await move();
  // The second moves nothing.
  await move();
  const uid = 'api::page.page';
  const writer = await addEditor(
    site.service(),
    ['find', 'findOne', 'update'].map((action) => ({ action: `${uid}.${action}` })),
  );
  await site.request('PUT', `${path}?status=draft`, { body: { data: { title: 'Two' } }, as: writer.as });
  await site.runRelay();
  const bodies = site.takeCalls().map(({ body }) => body);
  expect(bodies.map(({ workflow }) => workflow.stages)).toEqual([
    { from: { id: 1, name: 'writing' }, to: { id: 3, name: 'ready' } },
    { from: { id: 3, name: 'ready' }, to: { id: 1, name: 'writing' } },
  ]);
  expect(bodies[0]).toMatchObject({
    ...{ event, model: 'page', uid, workflow: { id: 1 } },
    entity: { documentId, locale: null, status: 'draft' },
    entry: { documentId, title: 'Two' },
  });
  const id = (await site.stored('up_users', writer.documentId)).published?.id;
  await site.request('PUT', `${path}/assignee`, { body: { data: { id } } });
  await site.runRelay();
  expect(site.takeCalls()).toEqual([]);
  expect(await auditRows()).toEqual([
    ['content.stage', ['ready']],
    ['content.stage', ['writing']],
    ['content.assign', []],
  ]);
});
