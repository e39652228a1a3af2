// Faults told to people: one a line, and the error that carries them all.
import type { Fault } from './types.ts';

/** `article.json  attributes.category.target: there is no type …` */
export const formatFault = ({ file, path, message }: Fault): string =>
  path === '' ? `${file}: ${message}` : `${file}  ${path}: ${message}`;

/** Thrown when content types cannot be served as they are written; its message lists every fault, one a line. */
export class SchemaError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'SchemaError';
    this.faults = faults;
  }
}

/** What one step of reading found: its result, what is wrong, and what is odd but can be read. */
export interface Findings {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}
