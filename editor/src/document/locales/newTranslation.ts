// The first values of a document in a locale in which it does not exist yet.
import { newDocument } from '../../form/defaults.ts';
import { isShared, sharedValues } from '../../form/isShared.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import type { FormValues } from '../../form/types.ts';

export interface NewTranslation {
  /** Also of a single type. */
  readonly documentId: string;
  /** Those that all locales share are as another locale has them. */
  readonly values: FormValues;
}

/** @param source the values in another locale @returns these values without those that belong to the other locale alone */
export const emptyTranslation = (type: ContentType, schema: EditorSchema, source: FormValues): FormValues => {
  const own = Object.entries(newDocument(schema, type.attributes)).filter(([name]) => !isShared({ type }, name));
  return { ...Object.fromEntries(own), ...sharedValues({ type }, source) };
};
