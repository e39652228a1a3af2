// Formats faults for people, one per line, and declares the error that carries them.
import type { Fault } from './types.ts';

/** `article.json  attributes.category.target: there is no type …` */
export const formatFault = ({ file, path, message }: Fault): string =>
  path === '' ? `${file}: ${message}` : `${file}  ${path}: ${message}`;

/** Thrown when the content types have faults; the message lists all of them, one per line. */
export class SchemaError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.name = 'SchemaError';
    this.faults = faults;
  }
}

/** The faults of one step, and its warnings: what Lectern can read, but perhaps not as it was meant. */
export interface Findings {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}
