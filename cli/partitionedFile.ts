// Lines in several files, one for each partition, so that one partition at a time fits into memory.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Lines are written when this many characters are collected. */
const bufferedCharacters = 65_536;

class PartitionWriter {
  readonly path: string;
  private readonly file: number;
  private lines: string[] = [];
  private characters = 0;

  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'w');
  }

  write(line: string): void {
    this.lines.push(line);
    this.characters += line.length + 1;
    if (this.characters >= bufferedCharacters) this.flush();
  }

  flush(): void {
    if (this.lines.length > 0) writeSync(this.file, `${this.lines.join('\n')}\n`);
    this.lines = [];
    this.characters = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }
}

export class PartitionedFile {
  private readonly writers: readonly PartitionWriter[];

  /** @param name a prefix of the files' names */
  constructor(folder: string, name: string, partitions: number) {
    this.writers = Array.from(
      { length: partitions },
      (_, index) => new PartitionWriter(join(folder, `${name}.${index}`)),
    );
  }

  /** @param line without line breaks */
  add(partition: number, line: string): void {
    this.writers[partition]?.write(line);
  }

  /** Call it before `read`. */
  close(): void {
    for (const writer of this.writers) writer.close();
  }

  /** The lines of one partition, in the order in which they were added. */
  read(partition: number): readonly string[] {
    const path = this.writers[partition]?.path;
    return path === undefined
      ? []
      : readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line !== '');
  }
}

/** @returns the partition of a text, always the same one for the same text */
export const partitionOf = (text: string, partitions: number): number => {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % partitions;
};
