// What operations on releases need: the service, the locales, and a caller who can publish documents of at least one type.
import { ApiError, forbidden } from '../errors.ts';
import { hasPermission, publicName, writerOf, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import type { Locales } from '../read/query/index.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import { releasesIn } from './storedReleases.ts';

export interface ReleaseContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
}

/** The types whose documents can be published, by uid. */
export const releasableType = ({ served }: Schema, uid: string): ContentType | undefined =>
  [...served.values()].find((type) => type.uid === uid && type.draftAndPublish);

/** Actions with their types, without those whose type is gone. */
export const actionsByType = <T extends { readonly contentType: string }>(schema: Schema, actions: readonly T[]) =>
  [...new Set(actions.map(({ contentType }) => contentType))].flatMap((uid) => {
    const type = releasableType(schema, uid);
    return type === undefined ? [] : [{ type, ofType: actions.filter(({ contentType }) => contentType === uid) }];
  });

/** The name under which releases store a caller (`findCallerByName`); null: the command line. */
export const authorOf = (caller: Caller): string | null =>
  caller.kind === 'public' ? publicName : (writerOf(caller) ?? null);

/** Whether an agent of the caller has written something that is not done: people may take that back without publishing it. */
const hasChangeSet = async ({ database }: Service, { user }: Caller): Promise<boolean> => {
  if (user === undefined) return false;
  const filter = { createdBy: user, releasedAt: null, agent: { $exists: true } };
  return (await releasesIn(await database.get()).findOne(filter, { projection: { _id: 1 } })) !== null;
};

/** @returns undefined for a caller who may publish nothing, and for whom no agent has written anything */
export const findReleaseContext = async (service: Service, caller: Caller): Promise<ReleaseContext | undefined> => {
  const types = [...service.schema.served.values()];
  const isPublisher = types.some(
    ({ uid, draftAndPublish }) => draftAndPublish && hasPermission(caller, 'publish', uid),
  );
  if (!isPublisher && !(await hasChangeSet(service, caller))) return undefined;
  return { service, caller, locales: await service.locales.known() };
};

/** @throws ApiError 403 for a caller who may use no releases */
export const releaseContext = async (service: Service, caller: Caller): Promise<ReleaseContext> => {
  const context = await findReleaseContext(service, caller);
  if (context === undefined) throw forbidden();
  return context;
};

export const releaseNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Release not found');
