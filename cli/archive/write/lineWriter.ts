// Writes JSON values as lines into an archive, in files of a few megabytes, because a tar file needs the size of each first.
import { linesPath, type LineKind } from '../paths.ts';
import type { ArchiveWriter } from './writeArchive.ts';

const maxCharacters = 4_000_000;

/** The lines of one kind. */
export class LineWriter {
  private readonly archive: ArchiveWriter;
  private readonly kind: LineKind;
  private lines: string[] = [];
  private characters = 0;
  private files = 0;

  constructor(archive: ArchiveWriter, kind: LineKind) {
    this.archive = archive;
    this.kind = kind;
  }

  async add(value: object): Promise<void> {
    const line = JSON.stringify(value);
    this.lines.push(line);
    this.characters += line.length;
    if (this.characters > maxCharacters) await this.flush();
  }

  /** Writes the lines that are not in the archive yet; call it after the last `add`. */
  async flush(): Promise<void> {
    if (this.lines.length === 0) return;
    this.files += 1;
    await this.archive.addContent(linesPath(this.kind, this.files), `${this.lines.join('\n')}\n`);
    this.lines = [];
    this.characters = 0;
  }
}
