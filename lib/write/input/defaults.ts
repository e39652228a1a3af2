// Fills the defaults of a new document.
import type { Attributes, Schema } from '../../schema/index.ts';
import { defaultsOf } from './canonicalizeBody.ts';
import { toCheckedInput } from './toCheckedInput.ts';
import type { CheckedInput } from './types.ts';

/**
 * Adds the defaults of a type's own attributes to the input of a create. Defaults inside components were added when the
 * body was read (checkInput). An explicit null stays null, and an absent component stays absent, even if it has
 * defaults.
 */
export const withDefaults = (schema: Schema, attributes: Attributes, input: CheckedInput): CheckedInput =>
  new Map([...toCheckedInput(schema, attributes, defaultsOf(attributes)), ...input]);
