// Parses schema files: the path says what each file is, and the text is JSON.
import type { Findings } from './faults.ts';
import { parseJsonText } from './parseJsonText.ts';
import type { Fault } from './types.ts';

/** The texts of schema files by path in the folder: `article.json`, `components/shared/seo.json`. */
export type SchemaFiles = Readonly<Record<string, string>>;

export interface ParsedFile {
  readonly file: string;
  readonly is: 'type' | 'component';
  /** The file's name without extension. */
  readonly stem: string;
  /** The folder of a component; empty for types. */
  readonly category: string;
  readonly json: unknown;
}

const filePattern = /^(?:components\/(?:([^/]+)\/)?)?([^/]+)\.json$/;

/** @returns the files, sorted by path, with a fault for each that is not JSON */
export const parseFiles = (files: SchemaFiles): Findings & { readonly parsed: readonly ParsedFile[] } => {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const parsed: ParsedFile[] = [];
  for (const file of Object.keys(files).sort()) {
    const [, category = '', stem] = filePattern.exec(file) ?? [];
    if (stem === undefined) continue;
    const inComponents = file.startsWith('components/');
    if (inComponents && category === '') {
      const message = `is not read; move it to components/<category>/${stem}.json`;
      warnings.push({ file, path: '', message });
      continue;
    }
    const json = parseJsonText(files[file] ?? '');
    if ('error' in json) faults.push({ file, path: '', message: `is not JSON: ${json.error}` });
    parsed.push({
      file,
      is: inComponents ? 'component' : 'type',
      stem,
      category,
      json: 'value' in json ? json.value : undefined,
    });
  }
  return { parsed, faults, warnings };
};
