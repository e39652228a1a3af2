// Formats what a comparison found.
import { formatCount } from '../terminal/formatCount.ts';
import type { Comparison, Finding } from './findings.ts';

const maxExample = 120;

const formatValue = (value: unknown): string => {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > maxExample ? `${text.slice(0, maxExample)}…` : text;
};

const placeOf = ({ subject, first: { at, kind } }: Finding): string =>
  `${subject}${at === '' ? '' : `: ${at}`}${kind === 'value' ? '' : ' (order)'}`;

const unnamedLines = (finding: Finding): readonly string[] => {
  const { path, strapi, lectern } = finding.first;
  return [
    `  ${placeOf(finding)}, ${formatCount(finding.count, 'time')}; first in ${path}`,
    `    Strapi:  ${formatValue(strapi)}`,
    `    Lectern: ${formatValue(lectern)}`,
  ];
};

/** One line for each reason: how often, and an example of a place. */
const namedLines = (findings: readonly Finding[]): readonly string[] => {
  const byItem = new Map<string, Finding[]>();
  for (const finding of findings) {
    const item = finding.reason?.item ?? '';
    byItem.set(item, [...(byItem.get(item) ?? []), finding]);
  }
  return [...byItem].map(([item, group]) => {
    const total = group.reduce((sum, finding) => sum + finding.count, 0);
    return `  ${item}: ${formatCount(total, 'time')}, as in ${group.slice(0, 1).map(placeOf).join('')}`;
  });
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines, ''];

/** Whether both servers answer the same, except for what docs/differences.md explains. */
export const isEqual = ({ findings, refusals }: Comparison): boolean =>
  refusals.length === 0 && findings.every(({ reason }) => reason !== undefined);

/** The servers choose some texts, and a terminal follows control characters. */
const withoutControls = (line: string): string => line.replaceAll(/\p{Cc}/gu, ' ');

/** @returns the lines of the report, with the unnamed differences last */
export const formatComparison = (comparison: Comparison): readonly string[] => {
  const { findings, documents, refusals, notes } = comparison;
  const unnamed = findings.filter(({ reason }) => reason === undefined);
  const named = findings.filter(({ reason }) => reason !== undefined);
  return [
    ...section(
      'Left out:',
      notes.map((note) => `  ${note}`),
    ),
    ...section('Differences that docs/differences.md explains:', namedLines(named)),
    ...section(
      'Could not be compared:',
      refusals.map((refusal) => `  ${refusal}`),
    ),
    ...section('Differences:', unnamed.flatMap(unnamedLines)),
    isEqual(comparison)
      ? `${formatCount(documents, 'document')} compared, each locale and version: nothing else differs`
      : `compared ${formatCount(documents, 'document')}: differences at ${formatCount(unnamed.length, 'place')}, ${formatCount(refusals.length, 'request')} not compared`,
  ].map(withoutControls);
};
