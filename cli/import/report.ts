// What an import reports: a file of JSON lines that says what does not fit or is left out.
import { createReadStream } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { readLines } from '../archive/index.ts';
import type { ReportLine } from './types.ts';

/** BSON has integers that JSON has not. */
const toJson = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

export class Report {
  readonly path: string;
  /** How many lines it has. */
  lines = 0;
  private waiting: string[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes an empty report; an earlier file is overwritten. */
  static async create(path: string): Promise<Report> {
    await writeFile(path, '');
    return new Report(path);
  }

  add(line: ReportLine): void {
    this.waiting.push(`${JSON.stringify(line, toJson)}\n`);
    this.lines += 1;
  }

  /** Writes what was added; call it after the last `add`. */
  async flush(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    if (text !== '') await appendFile(this.path, text);
  }
}

/** @yields the lines of a report whose lines are all written */
export async function* readReport(path: string): AsyncGenerator<ReportLine> {
  for await (const line of readLines(createReadStream(path))) yield JSON.parse(line) as ReportLine;
}

const maxValueCharacters = 60;

/** @returns `article p3x… (fr, draft) slug: This attribute must be unique` */
export const formatReportLine = ({ type, documentId, locale, version, path, message, value }: ReportLine): string => {
  const details = [locale, version].filter((one) => typeof one === 'string').join(', ');
  const text = value === undefined ? '' : JSON.stringify(value);
  const suffix = text === '' || text.length > maxValueCharacters || message.includes(text) ? '' : ` (${text})`;
  return [
    type,
    ...(documentId === undefined ? [] : [documentId]),
    ...(details === '' ? [] : [`(${details})`]),
    `${path === undefined || path === '' ? '' : `${path}: `}${message}${suffix}`,
  ]
    .join(' ')
    .replaceAll(/\p{Cc}/gu, ' '); // a terminal follows control characters
};
