// The columns of a list, and their labels: those in the address, or those that the user chose, kept in this browser.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { columnsOf, defaultColumns, type Column } from '../schema/columns.ts';
import type { ContentType } from '../schema/types.ts';
import { labelOf } from '../schema/labelOf.ts';
import { isPlain, type ListState, type ListStateChange } from './listState.ts';

const systemNames = [
  '$status',
  'strapi_stage',
  'strapi_assignee',
  'documentId',
  'id',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
] as const;

/** A function that returns the words for the name of a column or of a step of a filter. */
export const useColumnLabel = (): ((named: Pick<Column, 'name' | 'attribute'>) => string) => {
  const t = useTranslations('lists.names');
  return ({ name, attribute }) => {
    const system = systemNames.find((one) => one === name);
    return attribute?.label ?? (system === undefined ? labelOf(name) : t(system));
  };
};

const read = (key: string): readonly string[] | undefined => {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(names) ? names.map(String) : undefined;
  } catch {
    return undefined;
  }
};

/** @returns the columns of these names, in their order; the title is always the first */
const chosenColumns = (names: readonly string[], available: readonly Column[]): readonly Column[] => {
  const [main] = available;
  const others = names.flatMap((name) => available.find((column) => column.name === name && column !== main) ?? []);
  return main === undefined ? others : [main, ...others];
};

/** The columns of the address count. An address that says nothing gets those of the user, so that a link shows others the same. */
export const useColumns = (type: ContentType, editView: boolean, state: ListState, change: ListStateChange) => {
  const { user } = useEditor();
  const { targets } = useSchema();
  const key = `lectern-columns:${user.documentId}:${type.uid}`;
  const [own, setOwn] = useState(() => read(key));
  const missing = isPlain(state, type.list.sort) ? own : undefined;
  const names = state.columns ?? missing;
  useEffect(() => {
    if (missing !== undefined) change({ columns: missing }, { push: false });
  }, [missing, change]);
  const available = useMemo(() => columnsOf(type, targets, editView), [type, targets, editView]);
  const columns = useMemo(
    () => chosenColumns(names ?? defaultColumns(available, type), available),
    [names, available, type],
  );
  /** @param next undefined: those from the schema again */
  const choose = useCallback(
    (next: readonly string[] | undefined) => {
      setOwn(next);
      change({ columns: next }, { push: false });
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    },
    [key, change],
  );
  const picture = available.find(({ name }) => name === type.list.picture);
  /** Whose picture is before the title, unless it has a column. */
  const titlePicture = picture !== undefined && columns.includes(picture) ? undefined : picture;
  return { available, columns, picture: titlePicture, choose };
};
