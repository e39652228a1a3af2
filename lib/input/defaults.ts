// The values a new document has without anyone giving them.
import type { ContentType, Schema } from '../schema/index.ts';
import { defaultsOf } from './read.ts';
import { inputOf } from './store.ts';
import type { CheckedInput } from './types.ts';

/**
 * On create only, and for the type's own attributes: components are filled whenever they are written (checkInput).
 * What is given as null stays null; a component that is not given stays unset, whatever defaults it has.
 */
export const withDefaults = (schema: Schema, type: ContentType, input: CheckedInput): CheckedInput =>
  new Map([...inputOf(schema, type.attributes, defaultsOf(type.attributes)), ...input]);
