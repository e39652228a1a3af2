// Prints the findings of a schema comparison for `lectern types diff` and `lectern types migrate`.
import { counted, isPressing, type Finding } from '../migrate/index.ts';

/** Whether the finding concerns any document. */
export const isOfAny = ({ documents, obstacles }: Finding): boolean => documents > 0 || obstacles.count > 0;

/** Findings that concern no document are left out, unless the migration needs them. */
const isTold = (finding: Finding): boolean => finding.level === 'must' || isOfAny(finding);

const levels = ['must', 'may', 'note'];

const byLevel = (a: Finding, b: Finding): number => levels.indexOf(a.level) - levels.indexOf(b.level);

const linesOf = ({ place, level, means, documents, obstacles: { count, first } }: Finding): readonly string[] => [
  `${level.padEnd(5)} ${place} ${means}${documents === 0 && level !== 'must' ? '' : `: ${counted(documents)}`}`,
  ...first.map((line) => `      ${line}`),
  ...(count > first.length ? [`      … ${count - first.length} more`] : []),
];

const jsonOf = (finding: Finding) => {
  const { change, ...told } = finding;
  return { kind: change.kind, ...told, pressing: isPressing(finding) };
};

/** Prints one line per finding, with its obstacles below it, or all findings as JSON. */
export const print = (findings: readonly Finding[], json: boolean): void => {
  if (json) console.log(JSON.stringify(findings.toSorted(byLevel).map(jsonOf), null, 2));
  else for (const line of findings.filter(isTold).toSorted(byLevel).flatMap(linesOf)) console.log(line);
};
