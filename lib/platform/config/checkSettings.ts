// Turns the text of a configuration file, or a value in code, into settings or into its faults. Pure.
import { Ajv, type ValidateFunction } from 'ajv';
import { formFaults, parseJsonText, type Fault } from '../../schema/index.ts';
import { settingsSchema, type Settings } from './settingsSchema.ts';

export type CheckedSettings = { readonly settings: Settings } | { readonly faults: readonly Fault[] };

let validator: ValidateFunction<Settings> | undefined;

/**
 * Checks settings and fills in the defaults, in the value itself.
 *
 * @param file the name of their file, for the faults
 */
export const checkSettingsValue = (value: unknown, file: string): CheckedSettings => {
  validator ??= new Ajv({ allErrors: true, verbose: true, useDefaults: true }).compile<Settings>(settingsSchema);
  return validator(value) ? { settings: value } : { faults: formFaults(validator, value, '', file) };
};

/** @param file the name of the file, for the faults */
export const checkSettings = (text: string, file: string): CheckedSettings => {
  const json = parseJsonText(text);
  return 'error' in json
    ? { faults: [{ file, path: '', message: `is not JSON: ${json.error}` }] }
    : checkSettingsValue(json.value, file);
};
