// The values a new document has without anyone giving them.
import type { Attributes, Schema } from '../../schema/index.ts';
import { defaultsOf } from './read.ts';
import { inputOf } from './store.ts';
import type { CheckedInput } from './types.ts';

/**
 * On create only, and for attributes of the type itself: components are filled whenever they are written (checkInput).
 * What is given as null stays null; a component that is not given stays unset, whatever defaults it has.
 */
export const withDefaults = (schema: Schema, attributes: Attributes, input: CheckedInput): CheckedInput =>
  new Map([...inputOf(schema, attributes, defaultsOf(attributes)), ...input]);
