// The reads of the content-type builder.
import { invalid, notFound } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';
import { describedSchema } from './describedSchema.ts';
import type { DescribedComponent, DescribedType } from './describeTypes.ts';

export const typeKinds: readonly string[] = ['singleType', 'collectionType'];

const required = <T>(found: T | undefined): T => {
  if (found === undefined) throw notFound();
  return found;
};

/**
 * @param kind only types of this kind; null: all
 * @throws ApiError 400 for an unknown kind
 */
export const findTypes = (schema: Schema, kind: string | null): readonly DescribedType[] => {
  if (kind !== null && !typeKinds.includes(kind))
    throw invalid(`this must be one of the following values: ${typeKinds.join(', ')}`);
  return describedSchema(schema).contentTypes.filter((type) => kind === null || type.schema.kind === kind);
};

/** @throws ApiError 404 for an unknown uid, and as in Strapi for a type that the builder does not show */
export const findType = (schema: Schema, uid: string): DescribedType =>
  required(describedSchema(schema).contentTypes.find((type) => type.uid === uid && type.schema.visible));

export const findComponents = (schema: Schema): readonly DescribedComponent[] => describedSchema(schema).components;

/** @throws ApiError 404 for an unknown uid */
export const findComponent = (schema: Schema, uid: string): DescribedComponent =>
  required(describedSchema(schema).components.find((component) => component.uid === uid));
