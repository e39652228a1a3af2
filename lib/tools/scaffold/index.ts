// New content types and components, from a line on the command line.
export { newComponent, newType, type TypeOptions, type Written } from './scaffold.ts';
