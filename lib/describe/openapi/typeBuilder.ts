// Describes the reads of the content-type builder.
import { typeKinds } from '../type-builder/index.ts';
import { inQuery } from './parameterDefinitions.ts';
import * as parameters from './parameters.ts';
import type { DescribedRoute, SchemaObject } from './types.ts';
import { arrayOf, jsonResponse, requiredObject, schemaRef, text } from './schemaParts.ts';

const contentTypes = { tag: 'Content types' } as const;

const limits = 'Without full access, the answer has only what the caller may see.';

const uid = parameters.inPath('uid', 'the uid of a type or component', text);

const answer = (description: string, data: SchemaObject) => jsonResponse(description, requiredObject({ data }));

const findContentTypes = (): DescribedRoute => ({
  ...contentTypes,
  description: limits,
  parameters: [inQuery('kind', 'only types of this kind', { type: 'string', enum: typeKinds })],
  answers: { 200: answer('The types, with the built-in ones', arrayOf(schemaRef('DescribedType'))) },
  errorStatuses: [400],
});

const findContentType = (): DescribedRoute => ({
  ...contentTypes,
  parameters: [uid],
  answers: { 200: answer('The type', schemaRef('DescribedType')) },
  errorStatuses: [404],
});

const findComponents = (): DescribedRoute => ({
  ...contentTypes,
  description: limits,
  answers: { 200: answer('The components', arrayOf(schemaRef('DescribedComponent'))) },
});

const findComponent = (): DescribedRoute => ({
  ...contentTypes,
  parameters: [uid],
  answers: { 200: answer('The component', schemaRef('DescribedComponent')) },
  errorStatuses: [404],
});

export const typeBuilder = { findContentTypes, findContentType, findComponents, findComponent };
