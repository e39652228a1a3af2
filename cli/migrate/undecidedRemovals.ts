// Finds removed attributes that may be new attributes under their old names.
import type { Attribute, AttributeHolder } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import { diffAttribute, holdsData } from './diffType.ts';
import type { MigrationRecord } from './migrationRecord.ts';
import { scanDocuments } from './scanDocuments.ts';
import { componentsWithin, elementName, newUidOf } from './schemaElements.ts';
import type { ChangeOf, MigrationPlan, SchemaChange } from './types.ts';

/** An attribute that documents still have, and the new attributes that could be it. */
export interface UndecidedRemoval {
  /** `article.title` */
  readonly place: string;
  readonly name: string;
  readonly documents: number;
  /** The new attributes of the same form, at least one. */
  readonly newNames: readonly string[];
  /** The uids and the names of the types that contain it. */
  readonly types: readonly { readonly uid: string; readonly name: string }[];
}

const holderIn = ({ types, components }: MigrationPlan['base'], uid: string): AttributeHolder | undefined =>
  types.get(uid) ?? components.get(uid);

/** The new attributes that can have the stored values as they are. */
const candidatesFor = ({ holder, name }: ChangeOf<'removed'>, plan: MigrationPlan) => {
  const { base, next, renames } = plan;
  const before = holderIn(base, holder);
  const after = holderIn(next, newUidOf(holder, plan));
  const from = before?.attributes.get(name);
  if (before === undefined || after === undefined || from === undefined) return [];
  const taken = new Set(renames.attributes.get(holder)?.values());
  const fits = (to: Attribute): boolean =>
    to.kind === from.kind &&
    holdsData(to) &&
    diffAttribute({ ...{ from, to, base, next, renames }, holder: before, drop: false }).every(
      ({ kind }) => kind !== 'retyped' && kind !== 'narrowed',
    );
  return [...after.attributes.values()]
    .filter((to) => !before.attributes.has(to.name) && !taken.has(to.name) && fits(to))
    .map((to) => to.name);
};

const typesWith = (holder: string, { base, next, renames }: MigrationPlan) =>
  [...base.types.values()]
    .filter((type) => type.uid === holder || componentsWithin(type, base).has(holder))
    .flatMap(({ uid }) => next.types.get(renames.types.get(uid) ?? uid) ?? [])
    .map(({ uid, singularName }) => ({ uid, name: singularName }));

/** Whether nobody has decided about a removed attribute that may have a new name. */
const isUndecided =
  (plan: MigrationPlan, kept: readonly string[]) =>
  (change: SchemaChange): change is ChangeOf<'removed'> =>
    change.kind === 'removed' &&
    !change.drop &&
    !kept.includes(elementName(plan.base, change.holder, change.name)) &&
    candidatesFor(change, plan).length > 0;

/** The new attributes that may be removed ones under new names, by the new uids of their types and components. */
export const undecidedAttributes = (
  plan: MigrationPlan,
  kept: readonly string[],
): readonly { readonly holder: string; readonly name: string }[] =>
  plan.changes.filter(isUndecided(plan, kept)).flatMap((change) => {
    const { types, components } = plan.renames;
    const holder = types.get(change.holder) ?? components.get(change.holder) ?? change.holder;
    return candidatesFor(change, plan).map((name) => ({ holder, name }));
  });

/**
 * Reads the documents of types that lost an attribute and got another one at the same time.
 *
 * @param status as `findMigrationStatus` returned it
 * @returns the removed attributes with values that nobody has decided about
 */
export const findUndecidedRemovals = async (
  service: Service,
  { plan, record }: { readonly plan: MigrationPlan; readonly record: MigrationRecord },
): Promise<readonly UndecidedRemoval[]> => {
  const removals = plan.changes.filter(isUndecided(plan, record.kept ?? []));
  if (removals.length === 0) return [];
  const context = await createMigrationContext(service, { ...plan, changes: removals }, 'whole');
  const findings = await scanDocuments(context, await service.database.get());
  return removals.flatMap((change, index): readonly UndecidedRemoval[] => {
    const { place = '', documents = 0 } = findings[index] ?? {};
    if (documents === 0) return [];
    return [
      {
        ...{ place, documents, name: change.name },
        newNames: candidatesFor(change, plan),
        types: typesWith(change.holder, plan),
      },
    ];
  });
};
