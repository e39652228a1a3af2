// Makes the keys of the entries of lists of components and of dynamic zones.
import { randomId } from '../ui/randomId.ts';

/** @returns a key that no other entry has, also none of a text that another page kept in the browser */
export const newEntryKey = (): string => randomId();
