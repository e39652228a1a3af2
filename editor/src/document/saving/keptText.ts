// What the browser keeps of a form.
import { fillMissing } from '../../form/fillMissing.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValues } from '../../form/types.ts';
import { withoutPasswords } from '../../form/withoutPasswords.ts';
import { comparedText, merge, type Merge } from './merge.ts';
import type { KeptText } from './textStore.ts';

/**
 * @param stored the values that the API has
 * @returns undefined if nothing of the form has to be kept: the API has everything, except for passwords, which are not kept
 */
export const keptText = ({ type, schema, getValues }: DocumentForm, stored: FormValues): KeptText | undefined => {
  const values = withoutPasswords(type, schema, getValues());
  const base = withoutPasswords(type, schema, stored);
  return Object.keys(toBody(type, schema, values, base)).length > 0 ? { values, base } : undefined;
};

/** @returns the values of the form with what the text changed, and the attributes that both changed */
export const mergeText = ({ type, schema, getValues }: DocumentForm, { values, base }: KeptText): Merge => {
  const other = getValues();
  const fill = (older: FormValues) => fillMissing(type, schema, older, other);
  return merge(type, schema, { base: fill(base), own: fill(values), other });
};

/** Whether the form has everything that the user typed: only the answer to the save of the text was lost. */
export const isSavedText = (form: DocumentForm, text: KeptText): boolean => {
  const { type, schema } = form;
  const [merged, present] = [mergeText(form, text).values, form.getValues()];
  return Object.keys(merged).every(
    (name) => comparedText(type, schema, name, merged[name]) === comparedText(type, schema, name, present[name]),
  );
};
