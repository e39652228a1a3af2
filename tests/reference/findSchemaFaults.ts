// Finds unexpected differences between Lectern's GraphQL schema and the recorded one.
import { schemaDifferences } from './graphqlDifferences.ts';
import { readSchemaRecording } from './recording.ts';

/** @returns the lines without a listed beginning, and the beginnings that no line has */
const findUnlisted = (label: string, lines: readonly string[], beginnings: readonly string[]): readonly string[] => [
  ...lines
    .filter((line) => !beginnings.some((beginning) => line.startsWith(beginning)))
    .map((line) => `${label} ${line}`),
  ...beginnings
    .filter((beginning) => !lines.some((line) => line.startsWith(beginning)))
    .map((beginning) => `is listed, but does not differ: ${label} ${beginning}`),
];

/** @param ours as `listSchema` lists it; @returns the lines that differ but are not listed, or are listed but do not differ */
export const findSchemaFaults = (ours: readonly string[]): readonly string[] => {
  const recorded = readSchemaRecording();
  const [known, expected] = [new Set(ours), new Set(recorded)];
  const listed = Object.values(schemaDifferences);
  return [
    ...findUnlisted(
      'lacks',
      recorded.filter((line) => !known.has(line)),
      listed.flatMap(({ lacks = [] }) => lacks),
    ),
    ...findUnlisted(
      'adds',
      ours.filter((line) => !expected.has(line)),
      listed.flatMap(({ adds = [] }) => adds),
    ),
  ];
};
