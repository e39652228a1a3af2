// The type or component of a uid. A schema is checked when loaded, so every uid it names is there.
import type { Component, ContentType, Schema } from './types.ts';

const known = <T>(found: T | undefined, uid: string): T => {
  if (found === undefined) throw new Error(`the schema has no ${uid}`);
  return found;
};

/** @throws Error when there is none: a uid that did not come from the schema itself */
export const typeOf = (schema: Schema, uid: string): ContentType => known(schema.types.get(uid), uid);

/** @throws Error when there is none: a uid that did not come from the schema itself */
export const componentOf = (schema: Schema, uid: string): Component => known(schema.components.get(uid), uid);
