// Answers the operations on saved lists.
import type { UserCaller } from '../../api/http/index.ts';
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { refuseFaults, type InvalidValue } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { isServed, type Schema } from '../../schema/index.ts';
import { listViewContract, typeRule } from './contract.ts';
import { createListView, deleteListView, findListViews, updateListView } from './listViews.ts';

const typeFaults = (uid: string, schema: Schema): readonly InvalidValue[] => {
  const type = schema.types.get(uid);
  return type !== undefined && isServed(schema, type) && type.kind === 'collectionType'
    ? []
    : [{ path: ['type'], message: `type ${typeRule}`, value: uid }];
};

export const listViewHandlers: Handlers<typeof listViewContract, Service, UserCaller> = {
  findListViews: async ({ query: { type = '' } }, service, caller) => {
    refuseFaults(typeFaults(type, service.schema));
    return { data: await findListViews(service, caller, type) };
  },
  createListView: async ({ body }, service, caller) => {
    const view = checkBody(listViewContract, 'createListView', body, ({ type }) =>
      type === undefined ? [] : typeFaults(type, service.schema),
    );
    return { data: await createListView(service, caller, view) };
  },
  updateListView: async ({ params: { id }, body }, service, caller) => ({
    data: await updateListView(service, caller, id, checkBody(listViewContract, 'updateListView', body)),
  }),
  deleteListView: ({ params: { id } }, service, caller) => deleteListView(service, caller, id),
};
