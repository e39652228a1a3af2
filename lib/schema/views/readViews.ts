// Reads view files, and checks their form. Whether the attributes exist, `viewFaults` checks, because project code may compute some.
import { Ajv, type ValidateFunction } from 'ajv';
import type { Definition } from '../definition.ts';
import type { Findings } from '../faults.ts';
import { depthFault, formFaults } from '../formFaults.ts';
import { parseJsonText } from '../parseJsonText.ts';
import { schemaPathOfView } from '../schemaPaths.ts';
import type { DeclaredView, Fault } from '../types.ts';
import { componentViewSchema, viewSchema, type View } from './viewSchema.ts';

const compile = <T>(schema: object): ValidateFunction<T> =>
  new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true }).compile<T>(schema);

let validators: Readonly<Record<Definition['is'], ValidateFunction<View>>> | undefined;

/** Compiles the schemas on first use, because most folders have no view. */
const validatorFor = (is: Definition['is']): ValidateFunction<View> =>
  (validators ??= { type: compile(viewSchema), component: compile(componentViewSchema) })[is];

/**
 * @param files the texts by path in the folder; those that are no view are ignored
 * @param definitions by the path of their schema file
 * @returns the views by the uid of their type or component, and the faults of their form
 */
export const readViews = (
  files: Readonly<Record<string, string>>,
  definitions: ReadonlyMap<string, Pick<Definition, 'is' | 'uid'>>,
): Pick<Findings, 'faults'> & { readonly views: ReadonlyMap<string, DeclaredView> } => {
  const views = new Map<string, DeclaredView>();
  const faults: Fault[] = [];
  for (const [file, text] of Object.entries(files)) {
    const schemaPath = schemaPathOfView(file);
    if (schemaPath === undefined) continue;
    const definition = definitions.get(schemaPath);
    const json = parseJsonText(text);
    if (definition === undefined)
      faults.push({ file, path: '', message: `there is no ${schemaPath}, whose view it would be` });
    else if ('error' in json) faults.push({ file, path: '', message: `is not JSON: ${json.error}` });
    else {
      const validate = validatorFor(definition.is);
      const tooDeep = depthFault(json.value, file);
      if (tooDeep !== undefined) faults.push(tooDeep);
      else if (validate(json.value)) views.set(definition.uid, { file, view: json.value });
      else faults.push(...formFaults(validate, json.value, '', file));
    }
  }
  return { views, faults };
};
