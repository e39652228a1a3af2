// Reads the links and the components in a stored value, which is a list, a single one, or nothing.
import type { Link, StoredComponent } from './storedDocument.ts';

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

// The casts are safe for values that lib/write stored in an attribute of that kind.
export const linksOf = (value: unknown): readonly Link[] => listOf(value) as readonly Link[];
export const componentsOf = (value: unknown): readonly StoredComponent[] => listOf(value) as readonly StoredComponent[];
