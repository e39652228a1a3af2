// The kinds of change that concern components in dynamic zones, where each one stores its uid.
import { componentsIn } from '../../lib/schema/index.ts';
import { elementName } from './schemaElements.ts';
import type { ChangeKind, ChangeOf, MigrationPlan, StoredValues, ValuesEdit } from './types.ts';

const zonesOf = ({ base }: MigrationPlan, component: string) =>
  [...base.types.values(), ...base.components.values()].flatMap(({ uid, attributes }) =>
    [...attributes.values()]
      .filter((attribute) => attribute.kind === 'dynamiczone' && componentsIn(attribute).includes(component))
      .map(({ name }) => ({ holder: uid, name })),
  );

const partsOf = (value: unknown): readonly StoredValues[] =>
  Array.isArray(value) ? (value as readonly StoredValues[]) : []; // a zone stores a list of components

/** Removes these components from a zone; without `drop`, documents that have them are obstacles. */
const removeParts =
  (name: string, removedUids: readonly string[], drop: boolean): ValuesEdit['edit'] =>
  (values, report) => {
    const parts = partsOf(values[name]);
    const kept = parts.filter(({ __component: uid }) => !removedUids.some((one) => one === uid));
    if (kept.length === parts.length) return values;
    if (drop) return { ...values, [name]: kept };
    report.reportObstacle(`has it in "${name}"`);
    return values;
  };

export const componentRenamedChange: ChangeKind<ChangeOf<'component renamed'>> = {
  level: () => 'must',
  describe: ({ to }) => `is called "${to}" from now on`,
  valueEdits: ({ holder: uid, to }, plan) =>
    zonesOf(plan, uid).map(({ holder, name }) => ({
      holder,
      edit: (values) => {
        const parts = partsOf(values[name]);
        if (!parts.some((part) => part.__component === uid)) return values;
        return {
          ...values,
          [name]: parts.map((part) => (part.__component === uid ? { ...part, __component: to } : part)),
        };
      },
    })),
};

export const componentRemovedChange: ChangeKind<ChangeOf<'component removed'>> = {
  level: () => 'must',
  describe: ({ holder, drop }) =>
    drop
      ? 'is removed, also from dynamic zones'
      : `is removed from the components but still used in dynamic zones: --drop ${holder} or --rename ${holder}=…`,
  valueEdits: ({ holder: uid, drop }, plan) =>
    zonesOf(plan, uid).map(({ holder, name }) => ({ holder, edit: removeParts(name, [uid], drop) })),
};

export const narrowedChange: ChangeKind<ChangeOf<'narrowed'>> = {
  level: () => 'must',
  describe: ({ holder, name, lost, drop }, { base }) =>
    drop
      ? `no longer allows ${lost.join(', ')}: documents lose it`
      : `no longer allows ${lost.join(', ')}: --drop ${elementName(base, holder, name)} removes it from documents`,
  valueEdits: ({ holder, name, lost, drop }) => [{ holder, edit: removeParts(name, lost, drop) }],
};
