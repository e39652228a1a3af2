// Answers the reads of the content-type builder.
import type { Handlers } from '../../contracts/index.ts';
import type { Caller, PermissionSource } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { invalid, notFound } from '../../errors.ts';
import { typeKinds, type typeBuilderContract } from './contract.ts';
import { describedSchema } from './describedSchema.ts';
import type { DescribedSchema } from './describeTypes.ts';
import type { DescribedViews } from './describeViews.ts';
import { limitToCaller } from './limitToCaller.ts';

const required = <T>(found: T | undefined): T => {
  if (found === undefined) throw notFound();
  return found;
};

/** The types and components that a caller sees. @param uid the only type to describe, without views */
export const findDescription = (caller: Caller, source: PermissionSource, uid?: string): DescribedSchema => {
  const all = describedSchema(source.schema);
  const one = { ...all, contentTypes: all.contentTypes.filter((type) => type.uid === uid), views: {} };
  return limitToCaller(uid === undefined ? all : one, caller, source);
};

const answer = <T>(data: T): Promise<{ readonly data: T }> => Promise.resolve({ data });

/** They throw ApiError 404 for a uid that the caller does not see, and as in Strapi for a type that the builder does not show. */
export const typeBuilderHandlers: Handlers<typeof typeBuilderContract, Service, Caller> = {
  findContentTypes: ({ text }, service, caller) => {
    const kind = new URLSearchParams(text).get('kind');
    if (kind !== null && !typeKinds.some((known) => known === kind))
      throw invalid(`this must be one of the following values: ${typeKinds.join(', ')}`);
    const { contentTypes } = findDescription(caller, service);
    return answer(contentTypes.filter(({ schema }) => kind === null || schema.kind === kind));
  },
  findContentType: ({ params: { uid } }, service, caller) => {
    const { contentTypes } = findDescription(caller, service);
    return answer(required(contentTypes.find((type) => type.uid === uid && type.schema.visible)));
  },
  findComponents: (_, service, caller) => answer(findDescription(caller, service).components),
  findComponent: ({ params: { uid } }, service, caller) =>
    answer(required(findDescription(caller, service).components.find((component) => component.uid === uid))),
};

export const findViews = (caller: Caller, source: PermissionSource): DescribedViews =>
  findDescription(caller, source).views;
