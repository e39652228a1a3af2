// The reads of the content-type builder.
import type { Caller, PermissionSource } from '../../platform/access/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { describedSchema } from './describedSchema.ts';
import type { DescribedComponent, DescribedSchema, DescribedType } from './describeTypes.ts';
import type { DescribedViews } from './describeViews.ts';
import { limitToCaller } from './limitToCaller.ts';

export const typeKinds: readonly string[] = ['singleType', 'collectionType'];

const required = <T>(found: T | undefined): T => {
  if (found === undefined) throw notFound();
  return found;
};

const describedFor = (caller: Caller, source: PermissionSource): DescribedSchema =>
  limitToCaller(describedSchema(source.schema), caller, source);

/**
 * @param kind only types of this kind; null: all
 * @throws ApiError 400 for an unknown kind
 */
export const findTypes = (caller: Caller, source: PermissionSource, kind: string | null): readonly DescribedType[] => {
  if (kind !== null && !typeKinds.includes(kind))
    throw invalid(`this must be one of the following values: ${typeKinds.join(', ')}`);
  return describedFor(caller, source).contentTypes.filter((type) => kind === null || type.schema.kind === kind);
};

/** @throws ApiError 404 for a uid that the caller does not see, and as in Strapi for a type that the builder does not show */
export const findType = (caller: Caller, source: PermissionSource, uid: string): DescribedType =>
  required(describedFor(caller, source).contentTypes.find((type) => type.uid === uid && type.schema.visible));

export const findComponents = (caller: Caller, source: PermissionSource): readonly DescribedComponent[] =>
  describedFor(caller, source).components;

/** @throws ApiError 404 for a uid that the caller does not see */
export const findComponent = (caller: Caller, source: PermissionSource, uid: string): DescribedComponent =>
  required(describedFor(caller, source).components.find((component) => component.uid === uid));

export const findViews = (caller: Caller, source: PermissionSource): DescribedViews =>
  describedFor(caller, source).views;
