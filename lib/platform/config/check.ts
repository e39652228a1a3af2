// Turns the text of a configuration file into settings, or into its faults. Pure.
import { Ajv, type ValidateFunction } from 'ajv';
import { formFaults, parseJson, type Fault } from '../../schema/index.ts';
import { definition, type Settings } from './definition.ts';

export type Checked = { readonly settings: Settings } | { readonly faults: readonly Fault[] };

let compiled: ValidateFunction<Settings> | undefined;

/** @param file the name of the file, for the faults */
export const checkSettings = (text: string, file: string): Checked => {
  const json = parseJson(text);
  if ('error' in json) return { faults: [{ file, path: '', message: `is not JSON: ${json.error}` }] };
  compiled ??= new Ajv({ allErrors: true, verbose: true, useDefaults: true }).compile<Settings>(definition);
  const { value } = json;
  return compiled(value) ? { settings: value } : { faults: formFaults(compiled, value, '', file) };
};
