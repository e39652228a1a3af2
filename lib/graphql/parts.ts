// What a field of the schema reads of an answer of REST. Fields without a part read the property with their name.
import type { GraphQLField } from 'graphql';
import type { AttributeHolder } from '../schema/index.ts';

export type InnerPart = Extract<Part, { readonly kind: 'inner' }>;

export type Part =
  /** A scalar attribute. */
  | { readonly kind: 'value'; readonly name: string; readonly convert?: ((value: unknown) => unknown) | undefined }
  /** A relation, a component, or the other locales of a document. REST reads a page of it if it is paged. */
  | { readonly kind: 'inner'; readonly name: string; readonly holder: AttributeHolder; readonly paged: boolean }
  /** A dynamic zone or a polymorphic relation; `by` is the property of a value with the uid of its component or type. */
  | { readonly kind: 'union'; readonly name: string; readonly by: '__component' | '__type' };

export const withPart = (part: Part): { readonly extensions: { readonly part: Part } } => ({ extensions: { part } });

/** @returns what `withPart` gave the field */
export const partOf = ({ extensions }: GraphQLField<unknown, unknown>): Part | undefined =>
  extensions.part as Part | undefined;
