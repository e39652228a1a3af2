// Finds the file that declares a type.
import { parseFiles, type SchemaFiles } from './parseFiles.ts';
import { readDefinition } from './readDefinition.ts';

/** @returns the path of the file of the type with this uid; undefined if no file declares it */
export const fileOfType = (files: SchemaFiles, uid: string): string | undefined =>
  parseFiles(files)
    .parsed.map((parsed) => readDefinition(parsed).definition)
    .find((definition) => definition.uid === uid)?.file;
