// Lists of documents that users save under a name: what they show, and which roles see them.
import type { Filter } from 'mongodb';
import type { UserCaller } from '../../api/http/index.ts';
import { ApiError, forbidden, invalid, invalidValues } from '../../errors.ts';
import { hasPermission, requirePermission } from '../../platform/access/index.ts';
import { changedNames, recordChange, type AuditEntry } from '../../platform/audit/index.ts';
import { collections } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids } from '../../schema/index.ts';
import { findAllRoles } from '../../accounts/roles/index.ts';
import type { BodyOf } from '../../contracts/index.ts';
import type { listViewContract } from './contract.ts';

type Operations = (typeof listViewContract)['operations'];
type NewListView = BodyOf<Operations['createListView']>;
type ListViewChange = BodyOf<Operations['updateListView']>;

const everyRole = '*';

interface StoredListView extends NewListView {
  readonly roles: readonly string[];
  readonly _id: string;
  /** The documentId of the user who saved it. */
  readonly user: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A saved list in an answer. */
export interface ListView extends Omit<StoredListView, '_id' | 'user'> {
  readonly id: string;
  /** Whether the caller saved it. */
  readonly own: boolean;
}

/** The most lists that a user saves, and that an answer has. */
const maxOfUser = 100;
const maxListed = 500;

const collectionIn = async ({ database }: Pick<Service, 'database'>) =>
  (await database.get()).collection<StoredListView>(collections.listViews);

const mayEditRoles = (caller: UserCaller): boolean => hasPermission(caller, 'updateRole', builtInUids.role);

/** Members of a site may find documents too, but what its editors call their lists is not for them. */
const isEditor = (caller: UserCaller, type: string): boolean => hasPermission(caller, 'update', type);

/** What a caller's role sees: of the roles of a list, it knows only these, unless it may edit roles. */
const rolesOf = (caller: UserCaller, type: string): readonly string[] => [
  ...(isEditor(caller, type) ? [everyRole] : []),
  ...(caller.role === undefined ? [] : [caller.role]),
];

/** Their own lists, and whoever may edit roles also those that are shared. */
const changeable = (caller: UserCaller): Filter<StoredListView> => ({
  $or: [{ user: caller.user }, ...(mayEditRoles(caller) ? [{ roles: { $ne: [] } }] : [])],
});

const toAnswer = ({ _id: id, user, roles, ...view }: StoredListView, caller: UserCaller): ListView => {
  const own = user === caller.user;
  const seen = own || mayEditRoles(caller) ? roles : roles.filter((role) => rolesOf(caller, view.type).includes(role));
  return { id, ...view, roles: seen, own };
};

const auditEntry = (
  action: AuditEntry['action'],
  { _id: id, name }: StoredListView,
  changed?: readonly string[],
): AuditEntry => ({
  action,
  target: { type: 'list', id, name },
  ...(changed === undefined ? {} : { changed }),
});

const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Saved list not found');

/**
 * @throws ApiError 403 if the caller may not edit roles, for any role but the caller's, and for all if the caller may not update
 *   documents of the type; 400 for an unknown role
 */
const checkRoles = async (
  service: Service,
  caller: UserCaller,
  type: string,
  roles: readonly string[],
): Promise<void> => {
  if (roles.length > 0 && !isEditor(caller, type) && !mayEditRoles(caller))
    throw forbidden(`Only callers with the permission ${type}.update can share lists of the type`);
  const others = roles.filter((role) => role !== caller.role);
  if (others.length === 0) return;
  if (!mayEditRoles(caller))
    throw forbidden(`Only callers with the permission ${builtInUids.role}.updateRole can share with other roles`);
  const types = [everyRole, ...(await findAllRoles(service)).map(({ published }) => published?.type)];
  const unknown = others.filter((role) => !types.includes(role));
  if (unknown.length > 0)
    throw invalidValues(unknown.map((role) => ({ path: ['roles'], message: `There is no role ${role}`, value: role })));
};

/**
 * @param type the uid of a type
 * @returns the lists of the type that the caller saved or that are shared with the caller's role, by name; lists for all roles only
 *   for callers who may update documents of the type, and all shared ones for whoever may edit roles
 * @throws ApiError 403 if the caller may not find documents of the type
 */
export const findListViews = async (
  service: Service,
  caller: UserCaller,
  type: string,
): Promise<readonly ListView[]> => {
  requirePermission(caller, 'find', type);
  const shared = mayEditRoles(caller) ? { roles: { $ne: [] } } : { roles: { $in: [...rolesOf(caller, type)] } };
  const found = await (
    await collectionIn(service)
  )
    .find({ type, $or: [{ user: caller.user }, shared] })
    .sort({ name: 1, _id: 1 })
    .limit(maxListed)
    .toArray();
  return found.map((view) => toAnswer(view, caller));
};

/** @throws ApiError 403 as `checkRoles`, and if the caller may not find documents of the type; 400 if the user has too many */
export const createListView = async (service: Service, caller: UserCaller, view: NewListView): Promise<ListView> => {
  const roles = [...new Set(view.roles)];
  requirePermission(caller, 'find', view.type);
  await checkRoles(service, caller, view.type, roles);
  const views = await collectionIn(service);
  const [{ user }, now] = [caller, service.now()];
  const stored: StoredListView = { _id: service.newDocumentId(), ...view, roles, user, createdAt: now, updatedAt: now };
  await recordChange(
    service,
    ({ options }) => views.insertOne(stored, options),
    () => auditEntry('list.create', stored),
  );
  // Counted afterwards, so that requests at the same time cannot exceed the limit.
  if ((await views.countDocuments({ user })) > maxOfUser) {
    await recordChange(
      service,
      ({ options }) => views.deleteOne({ _id: stored._id }, options),
      () => auditEntry('list.delete', stored),
    );
    throw invalid(`You have ${maxOfUser} saved lists already: delete one first`);
  }
  return toAnswer(stored, caller);
};

/**
 * Roles that the list has already can stay: the user's role may have changed, and others may have shared the list.
 *
 * @throws ApiError 404 if the caller may not change the list, or there is none; 403 and 400 as `checkRoles` for new roles
 */
export const updateListView = async (
  service: Service,
  caller: UserCaller,
  id: string,
  change: ListViewChange,
): Promise<ListView> => {
  const views = await collectionIn(service);
  const filter: Filter<StoredListView> = { _id: id, ...changeable(caller) };
  const stored = await views.findOne(filter);
  if (stored === null) throw notFound();
  const roles = [...new Set(change.roles)];
  await checkRoles(
    service,
    caller,
    stored.type,
    roles.filter((role) => !stored.roles.includes(role)),
  );
  const updated = await recordChange(
    service,
    ({ options }) =>
      views.findOneAndUpdate(
        filter,
        { $set: { ...change, ...(change.roles === undefined ? {} : { roles }), updatedAt: service.now() } },
        { ...options, returnDocument: 'after' },
      ),
    (after) => (after === null ? undefined : auditEntry('list.update', after, changedNames(stored, after))),
  );
  if (updated === null) throw notFound();
  return toAnswer(updated, caller);
};

/** @throws ApiError 404 if the caller may not change the list, or there is none */
export const deleteListView = async (service: Service, caller: UserCaller, id: string): Promise<void> => {
  const views = await collectionIn(service);
  const deleted = await recordChange(
    service,
    ({ options }) => views.findOneAndDelete({ _id: id, ...changeable(caller) }, options),
    (view) => (view === null ? undefined : auditEntry('list.delete', view)),
  );
  if (deleted === null) throw notFound();
};
