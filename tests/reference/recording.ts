// Reads and formats the recorded answers in answers/: one file for each scenario, one line for each step.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './player.ts';

export type Recorded = Pick<Step, 'label' | 'status' | 'body'>;

export const fileOf = (scenario: string): string => join(import.meta.dirname, `answers/${scenario}.json`);

/** What Strapi's GraphQL schema declares, as `listSchema` lists it. */
export const schemaFile = join(import.meta.dirname, 'answers/graphql-schema.txt');

export const readSchemaRecording = (): readonly string[] => readFileSync(schemaFile, 'utf8').trimEnd().split('\n');

export const formatRecording = (steps: readonly Recorded[]): string =>
  `[\n${steps.map(({ label, status, body }) => JSON.stringify([label, status, body])).join(',\n')}\n]\n`;

export const readRecording = (scenario: string): readonly Recorded[] => {
  const lines = JSON.parse(readFileSync(fileOf(scenario), 'utf8')) as readonly [string, number, unknown][];
  return lines.map(([label, status, body]) => ({ label, status, body }));
};
