// Format 3: three stored fields have the names that the code gives them.
import type { Document } from 'mongodb';
import { collections } from '../../../lib/platform/db/index.ts';
import { deliveriesCollection } from '../../../lib/events/webhooks/index.ts';
import { isContent } from '../../../lib/schema/index.ts';
import { storedCollections } from './storedCollections.ts';
import type { FormatMigration } from './types.ts';

const oldDeliveries = { told: { $exists: true } };
const oldEvents = { 'pending.gone': { $exists: true } };
const recordRenames = { 'migration.asked': 'migration.options', 'last.asked': 'last.options' };

/** The events with `removedVersion` instead of `gone`, as an expression of MongoDB. */
const renamedEvents: Document = {
  $map: {
    input: '$pending',
    in: {
      $cond: [
        { $eq: [{ $type: '$$this.gone' }, 'missing'] },
        '$$this',
        {
          $unsetField: {
            field: 'gone',
            input: { $setField: { field: 'removedVersion', input: '$$this', value: '$$this.gone' } },
          },
        },
      ],
    },
  },
};

/** Each document changes in one atomic update. The relay removes events by their ids, so it needs no guard. */
export const plainNames: FormatMigration = {
  description: 'payload, removedVersion and options have these names',
  dryRun: async (service) => {
    const db = await service.database.get();
    const events = (await storedCollections(service, isContent)).map((documents) =>
      documents.countDocuments(oldEvents),
    );
    return [
      {
        change: 'deliveries have `payload` instead of `told`',
        count: await deliveriesCollection(db).countDocuments(oldDeliveries),
      },
      {
        change: 'documents with pending events have `removedVersion` instead of `gone`',
        count: (await Promise.all(events)).reduce((sum, one) => sum + one, 0),
      },
    ];
  },
  apply: async (service) => {
    const db = await service.database.get();
    await deliveriesCollection(db).updateMany(oldDeliveries, { $rename: { told: 'payload' } });
    for (const documents of await storedCollections(service, isContent))
      await documents.updateMany(oldEvents, [{ $set: { pending: renamedEvents } }]);
    await db.collection<{ _id: string }>(collections.schema).updateOne({ _id: 'schema' }, { $rename: recordRenames });
  },
};
