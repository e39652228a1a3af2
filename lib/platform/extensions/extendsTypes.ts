// Finds out what a project's code adds to content types.
import { hookNames } from './checkTypeExtensions.ts';
import type { Extensions } from './compile.ts';
import type { TypeExtension } from './defineExtension.ts';

/** Whether project code has one of these for some content type. */
export const extendsTypes = (extensions: Extensions | undefined, ...keys: readonly (keyof TypeExtension)[]): boolean =>
  [...(extensions?.types.values() ?? [])].flat().some(({ value }) => keys.some((key) => value[key] !== undefined));

/** Whether the project has hooks on writes of any type. */
export const hasWriteHooks = (extensions: Extensions | undefined): boolean => extendsTypes(extensions, ...hookNames);
