// Compiles, once and when first needed, what checks the canonical form of a type.
import { Ajv, type DefinedError, type ValidateFunction } from 'ajv';
import type { InvalidValue } from '../errors.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import { blocksDocument } from './blocks.ts';
import { documentOf, idOf } from './documents.ts';
import type { JsonSchema, Rules } from './keywords.ts';
import { invalidValueOf } from './messages.ts';

const instanceOf = (schema: Schema, rules: Rules, allErrors: boolean): Ajv => {
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    strict: true,
    strictTypes: false, // a component's document is shared by places that say `object` and `object or null` themselves
    strictRequired: false,
    ownProperties: true, // `constructor` is a name like any other
    inlineRefs: false, // one function a component, however many places use it
    unicode: false, // lengths count UTF-16 units and patterns have no u flag: as in the reference
    unicodeRegExp: false,
    meta: false, // the documents are made here: tests check them, a cold start need not
    validateSchema: false,
    logger: false, // it would warn of `unicode` at every start; strict mode throws
  });
  ajv.addVocabulary(['faults']);
  ajv.addSchema(blocksDocument);
  for (const component of schema.components.values()) ajv.addSchema(documentOf(component, rules));
  return ajv;
};

const instances = new WeakMap<Schema, Map<string, Ajv>>();

const ajvOf = (schema: Schema, rules: Rules, allErrors: boolean): Ajv => {
  const known = instances.get(schema) ?? new Map<string, Ajv>();
  instances.set(schema, known);
  const key = `${rules} ${allErrors ? 'all' : 'first'}`;
  const made = known.get(key) ?? instanceOf(schema, rules, allErrors);
  known.set(key, made);
  return made;
};

const validatorOf = (schema: Schema, type: ContentType, rules: Rules, allErrors: boolean): ValidateFunction => {
  const ajv = ajvOf(schema, rules, allErrors);
  return ajv.getSchema(idOf(type.uid)) ?? ajv.compile(documentOf(type, rules));
};

/** Ajv collects faults in time that grows with their square: of more entries than this only the first fault is told. */
const maxEntries = 1_000;

const entriesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, part) => sum + entriesIn(part),
        Array.isArray(value) ? value.length : 0,
      );

/**
 * @param canonical see coerce.ts
 * @returns what is wrong with it, all of it (of very long lists the first fault); empty when nothing is
 */
export const faultsOf = (
  schema: Schema,
  type: ContentType,
  rules: Rules,
  canonical: Readonly<Record<string, unknown>>,
): readonly InvalidValue[] => {
  const validate = validatorOf(schema, type, rules, entriesIn(canonical) <= maxEntries);
  if (validate(canonical)) return [];
  const errors = (validate.errors ?? []) as DefinedError[]; // there are no keywords but ajv's own
  return errors.map(invalidValueOf).filter((fault) => fault !== undefined);
};

/** The JSON Schemas behind the validators of a type, for whoever compiles or publishes them. */
export const documentsOf = (schema: Schema, type: ContentType, rules: Rules): readonly JsonSchema[] => [
  documentOf(type, rules),
  blocksDocument,
  ...[...schema.components.values()].map((component) => documentOf(component, rules)),
];
