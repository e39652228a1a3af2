// Keeps JSON values in a temporary file, so that memory does not grow with them.
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { readLines } from '../archive/index.ts';

const maxCharacters = 1_000_000;

export class Spool {
  private readonly file: string;
  private lines: string[] = [];
  private characters = 0;

  /** @param file the path of a new file */
  constructor(file: string) {
    this.file = file;
  }

  async add(value: object): Promise<void> {
    const line = `${JSON.stringify(value)}\n`;
    this.lines.push(line);
    this.characters += line.length;
    if (this.characters > maxCharacters) await this.flush();
  }

  /** Reads the values in their order. */
  async *values(): AsyncGenerator {
    await this.flush();
    for await (const line of readLines(createReadStream(this.file))) yield JSON.parse(line) as unknown;
  }

  private async flush(): Promise<void> {
    await appendFile(this.file, this.lines.join(''));
    this.lines = [];
    this.characters = 0;
  }
}
