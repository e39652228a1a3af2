// Turns the text of a configuration file into settings, or into its faults. Pure.
import { Ajv, type ValidateFunction } from 'ajv';
import { formFaults, parseJsonText, type Fault } from '../../schema/index.ts';
import { settingsSchema, type Settings } from './settingsSchema.ts';

export type CheckedSettings = { readonly settings: Settings } | { readonly faults: readonly Fault[] };

let validator: ValidateFunction<Settings> | undefined;

/** @param file the name of the file, for the faults */
export const checkSettings = (text: string, file: string): CheckedSettings => {
  const json = parseJsonText(text);
  if ('error' in json) return { faults: [{ file, path: '', message: `is not JSON: ${json.error}` }] };
  validator ??= new Ajv({ allErrors: true, verbose: true, useDefaults: true }).compile<Settings>(settingsSchema);
  const { value } = json;
  return validator(value) ? { settings: value } : { faults: formFaults(validator, value, '', file) };
};
