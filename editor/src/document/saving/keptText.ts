// What the browser keeps of a form.
import type { DocumentForm } from '../../form/formStore.ts';
import { toBody } from '../../form/toBody.ts';
import type { FormValues } from '../../form/types.ts';
import { withoutPasswords } from '../../form/withoutPasswords.ts';
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
