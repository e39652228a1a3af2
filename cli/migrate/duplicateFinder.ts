// Finds duplicate values of unique attributes that a change would create.
import { BSON } from 'mongodb';
import type { ContentType } from '../../lib/schema/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { SchemaChange, MigrationPlan } from './types.ts';
import { formatStoredValue } from './values.ts';

/** The new names of the attributes whose values the change may alter. */
const changedAttributes = (change: SchemaChange, type: ContentType, { renames }: MigrationPlan): readonly string[] => {
  if (change.kind === 'retyped') return [renames.attributes.get(change.holder)?.get(change.name) ?? change.name];
  if (change.kind === 'default') return change.fill ? [change.name] : [];
  return change.kind === 'drafts off' && change.keep === 'draft' ? [...type.attributes.keys()] : [];
};

const isUnique = (type: ContentType, name: string): boolean => {
  const attribute = type.attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.unique;
};

/** Checks the migrated documents of one type, one after the other. */
export class DuplicateFinder {
  private readonly uniqueAttributes: readonly (readonly [SchemaChange, string])[];
  /** The documentId that has a value first. */
  private readonly documentsByValue = new Map<string, string>();

  /** @param type the type in the new schema */
  constructor(type: ContentType, holder: string, plan: MigrationPlan) {
    this.uniqueAttributes = plan.changes.flatMap((change) =>
      change.holder !== holder
        ? []
        : changedAttributes(change, type, plan).flatMap((name) =>
            isUnique(type, name) ? [[change, name] as const] : [],
          ),
    );
  }

  /** @param reportObstacle is called for each value that another document already has */
  check(
    { documentId, locale, ...versions }: StoredDocument,
    reportObstacle: (change: SchemaChange, why: string) => void,
  ): void {
    for (const [change, name] of this.uniqueAttributes)
      for (const status of ['draft', 'published'] as const) {
        const value = versions[status]?.[name] ?? null;
        if (value === null || value === '') continue;
        const key = [change.kind, name, status, locale, BSON.EJSON.stringify({ value })].join(' ');
        const other = this.documentsByValue.get(key);
        if (other === undefined) this.documentsByValue.set(key, documentId);
        else
          reportObstacle(
            change,
            `would have ${formatStoredValue(value)} as "${name}", which is unique and is already the value of ${other}`,
          );
      }
  }
}
