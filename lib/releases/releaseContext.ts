// Who works with releases: callers who may publish documents of a type.
import { ApiError, forbidden, unauthorized } from '../errors.ts';
import { administrator, hasPermission, writerOf, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import type { Locales } from '../read/query/index.ts';
import type { ContentType, Schema } from '../schema/index.ts';

export interface ReleaseContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
}

/** The types whose documents can be published, by uid. */
export const releasableType = ({ served }: Schema, uid: string): ContentType | undefined =>
  [...served.values()].find((type) => type.uid === uid && type.draftAndPublish);

/** The name under which releases store a caller; null: the owner of the site. */
export const authorOf = (caller: Caller): string | null => writerOf(caller) ?? null;

/** @throws ApiError 401 without credentials, because nobody could say later whose rights count; 403 for a caller who may publish nothing */
export const releaseContext = async (service: Service, caller: Caller): Promise<ReleaseContext> => {
  if (caller.kind === 'public') throw unauthorized('Missing authentication');
  const types = [...service.schema.served.values()];
  const mayPublish = types.some(({ uid, draftAndPublish }) => draftAndPublish && hasPermission(caller, 'publish', uid));
  if (!mayPublish && caller.id !== administrator.id) throw forbidden();
  return { service, caller, locales: await service.locales.known() };
};

export const releaseNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Release not found');
