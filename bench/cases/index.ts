// The cases of the benchmark, in the order of the table.
import { contains } from './contains.ts';
import { create } from './create.ts';
import { deepCursor, deepOffset } from './deepPages.ts';
import { listEverything } from './listEverything.ts';
import { listRelated } from './listRelated.ts';
import { listPage, listSorted } from './listSorted.ts';
import { oneById } from './oneById.ts';
import { oneEverything } from './oneEverything.ts';
import type { Case } from './types.ts';
import { blindUpdate, save, update } from './update.ts';

export * from './types.ts';

export const reads: readonly Case[] = [
  oneById,
  oneEverything,
  listSorted,
  listRelated,
  listEverything,
  contains,
  deepOffset,
  deepCursor,
];

export const writes: readonly Case[] = [create, update, blindUpdate, save];

/** The cases for several numbers of documents: the page without and with its exact total. */
export const growth = { page: listPage, counted: listSorted } as const;

/** Every case that the floor answers. */
export const cases: readonly Case[] = [...reads, listPage, ...writes];
