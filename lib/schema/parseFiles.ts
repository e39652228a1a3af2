// Parses schema files: the path says what each file is, and the text is JSON.
import type { Findings } from './faults.ts';
import { depthFault } from './formFaults.ts';
import { parseJsonText } from './parseJsonText.ts';
import { parseSchemaPath, type SchemaPath } from './schemaPaths.ts';
import type { Fault } from './types.ts';

/** The texts of schema files by path in the folder: `article.json`, `src/components/shared/seo.json`. */
export type SchemaFiles = Readonly<Record<string, string>>;

export interface ParsedFile extends SchemaPath {
  readonly file: string;
  readonly json: unknown;
}

/** @returns the files, sorted by path, with a fault for each that is not JSON, or nested too deep */
export const parseFiles = (files: SchemaFiles): Findings & { readonly parsed: readonly ParsedFile[] } => {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const parsed: ParsedFile[] = [];
  for (const file of Object.keys(files).sort()) {
    const path = parseSchemaPath(file);
    if (path === undefined) continue;
    if (path.is === 'component' && path.category === '') {
      const message = `is not read; move it to components/<category>/${path.stem}.json`;
      warnings.push({ file, path: '', message });
      continue;
    }
    const json = parseJsonText(files[file] ?? '');
    const fault =
      'error' in json ? { file, path: '', message: `is not JSON: ${json.error}` } : depthFault(json.value, file);
    if (fault !== undefined) faults.push(fault);
    parsed.push({ file, ...path, json: 'value' in json && fault === undefined ? json.value : undefined });
  }
  return { parsed, faults, warnings };
};
