// Finds duplicate values of unique attributes that a change would create.
import { BSON } from 'mongodb';
import type { ContentType } from '../../schema/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Change, Plan } from './types.ts';
import { shown } from './values.ts';

/** The new names of the attributes whose values the change may alter. */
const made = (change: Change, type: ContentType, { renames }: Plan): readonly string[] => {
  if (change.kind === 'retyped') return [renames.attributes.get(change.holder)?.get(change.name) ?? change.name];
  if (change.kind === 'default') return change.fill ? [change.name] : [];
  return change.kind === 'drafts off' && change.keep === 'draft' ? [...type.attributes.keys()] : [];
};

const isUnique = (type: ContentType, name: string): boolean => {
  const attribute = type.attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.unique;
};

/** Checks the migrated documents of one type, one after the other. */
export class Twice {
  private readonly watched: readonly (readonly [Change, string])[];
  /** The documentId that has a value first. */
  private readonly known = new Map<string, string>();

  /** @param type the type in the new schema */
  constructor(type: ContentType, holder: string, plan: Plan) {
    this.watched = plan.changes.flatMap((change) =>
      change.holder !== holder
        ? []
        : made(change, type, plan).flatMap((name) => (isUnique(type, name) ? [[change, name] as const] : [])),
    );
  }

  /** @param stuck is called for each value that another document already has */
  look({ documentId, locale, ...versions }: StoredDocument, stuck: (change: Change, why: string) => void): void {
    for (const [change, name] of this.watched)
      for (const status of ['draft', 'published'] as const) {
        const value = versions[status]?.[name] ?? null;
        if (value === null || value === '') continue;
        const key = [change.kind, name, status, locale, BSON.EJSON.stringify({ value })].join(' ');
        const other = this.known.get(key);
        if (other === undefined) this.known.set(key, documentId);
        else
          stuck(
            change,
            `would have ${shown(value)} as "${name}", which is unique and is already the value of ${other}`,
          );
      }
  }
}
