// Creates content types and components from command-line arguments.
export { newComponent, newType, type TypeOptions, type ChangedFiles } from './scaffold.ts';
