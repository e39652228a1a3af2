// The kinds of change that concern components in dynamic zones, where each one stores its uid.
import { componentsIn } from '../../schema/index.ts';
import { nameOf } from './places.ts';
import type { Kind, Of, Plan, Values, ValuesEdit } from './types.ts';

const zonesOf = ({ base }: Plan, component: string) =>
  [...base.types.values(), ...base.components.values()].flatMap(({ uid, attributes }) =>
    [...attributes.values()]
      .filter((attribute) => attribute.kind === 'dynamiczone' && componentsIn(attribute).includes(component))
      .map(({ name }) => ({ holder: uid, name })),
  );

const partsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as readonly Values[]) : []); // a zone stores a list of components

/** Removes these components from a zone; without `drop`, documents that have them are obstacles. */
const withoutParts =
  (name: string, lost: readonly string[], drop: boolean): ValuesEdit['edit'] =>
  (values, seen) => {
    const parts = partsOf(values[name]);
    const kept = parts.filter(({ __component: uid }) => !lost.some((one) => one === uid));
    if (kept.length === parts.length) return values;
    if (drop) return { ...values, [name]: kept };
    seen.stuck(`has it in "${name}"`);
    return values;
  };

export const componentRenamed: Kind<Of<'component renamed'>> = {
  level: () => 'must',
  told: ({ to }) => `is called "${to}" from now on`,
  edits: ({ holder: uid, to }, plan) =>
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

export const componentRemoved: Kind<Of<'component removed'>> = {
  level: () => 'must',
  told: ({ holder, drop }) =>
    drop
      ? 'is removed, also from dynamic zones'
      : `is removed from the components but still used in dynamic zones: --drop ${holder} or --rename ${holder}=…`,
  edits: ({ holder: uid, drop }, plan) =>
    zonesOf(plan, uid).map(({ holder, name }) => ({ holder, edit: withoutParts(name, [uid], drop) })),
};

export const narrowed: Kind<Of<'narrowed'>> = {
  level: () => 'must',
  told: ({ holder, name, lost, drop }, { base }) =>
    drop
      ? `no longer allows ${lost.join(', ')}: documents lose it`
      : `no longer allows ${lost.join(', ')}: --drop ${nameOf(base, holder, name)} removes it from documents`,
  edits: ({ holder, name, lost, drop }) => [{ holder, edit: withoutParts(name, lost, drop) }],
};
