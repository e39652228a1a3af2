// What is wrong with the canonical form of a type.
import type { DefinedError } from 'ajv';
import type { InvalidValue } from '../../errors.ts';
import type { ContentType, Schema } from '../../schema/index.ts';
import { blocksDocument } from './blocks.ts';
import { validatorOf } from './compile.ts';
import { documentOf } from './documents.ts';
import type { JsonSchema, Rules } from './keywords.ts';
import { invalidValueOf } from './messages.ts';
import type { Path } from './paths.ts';
import { repeatable } from './redact.ts';

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
  const repeat = (path: Path, value: unknown) => repeatable(schema, type, path, value);
  return errors.map((error) => invalidValueOf(error, repeat)).filter((fault) => fault !== undefined);
};

/** The JSON Schemas behind the validators of a type, for whoever compiles or publishes them. */
export const documentsOf = (schema: Schema, type: ContentType, rules: Rules): readonly JsonSchema[] => [
  documentOf(type, rules),
  blocksDocument,
  ...[...schema.components.values()].map((component) => documentOf(component, rules)),
];
