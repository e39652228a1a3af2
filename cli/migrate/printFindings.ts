// Prints the findings of a schema comparison for `lectern types diff` and `lectern types migrate`.
import type { Terminal } from '../terminal/terminal.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { needsAction, type Finding } from './scanDocuments.ts';

/** Whether the finding concerns any document. */
export const concernsDocuments = ({ documents, obstacles }: Finding): boolean => documents > 0 || obstacles.count > 0;

/** Findings that concern no document are left out, unless the migration needs them. */
const isPrinted = (finding: Finding): boolean => finding.level === 'must' || concernsDocuments(finding);

const levelOrder = ['must', 'may', 'note'];

const byLevel = (a: Finding, b: Finding): number => levelOrder.indexOf(a.level) - levelOrder.indexOf(b.level);

const findingLines = ({ place, level, means, documents, obstacles: { count, first } }: Finding): readonly string[] => [
  `${level.padEnd(5)} ${place} ${means}${documents === 0 && level !== 'must' ? '' : `: ${formatCount(documents, 'document')}`}`,
  ...first.map((line) => `      ${line}`),
  ...(count > first.length ? [`      … ${count - first.length} more`] : []),
];

const toJson = (finding: Finding) => {
  const { change, ...fields } = finding;
  return { kind: change.kind, ...fields, pressing: needsAction(finding) };
};

/** Prints one line per finding, with its obstacles below it, or all findings as JSON. */
export const printFindings = (terminal: Terminal, findings: readonly Finding[], json: boolean): void => {
  if (json) terminal.print(JSON.stringify(findings.toSorted(byLevel).map(toJson), null, 2));
  else for (const line of findings.filter(isPrinted).toSorted(byLevel).flatMap(findingLines)) terminal.print(line);
};

/** Prints a line if there are obstacles. */
export const hasNoObstacles = (terminal: Terminal, findings: readonly Finding[]): boolean => {
  const free = findings.every(({ obstacles }) => obstacles.count === 0);
  if (!free) terminal.log('these obstacles block the migration: nothing was changed');
  return free;
};
