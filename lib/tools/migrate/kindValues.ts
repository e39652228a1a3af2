// The kinds of change that concern the values of one attribute, and the rename of a type.
import { isOwningSide, type Attribute } from '../../schema/index.ts';
import { livingFilter, type Link } from '../../platform/db/index.ts';
import { convert } from './convert.ts';
import { nameOf } from './places.ts';
import { same, shown, without } from './values.ts';
import type { Kind, Of, Values } from './types.ts';

export const renamed: Kind<Of<'renamed'>> = {
  level: () => 'must',
  told: ({ to }) => `is called "${to}" from now on`,
  edits: ({ holder, name, to }, _plan, again) => [
    {
      holder,
      edit: (values, seen) => {
        if (values[name] === undefined) return values;
        // An older server wrote the value with the old name after the migration, so it is the newer one.
        if (values[to] === undefined || again) return { ...without(values, name), [to]: values[name] };
        if (!same(values[name], values[to]))
          seen.stuck(`has ${shown(values[to])} as "${to}" already, and ${shown(values[name])} as "${name}"`);
        return without(values, name);
      },
    },
  ],
};

export const removed: Kind<Of<'removed'>> = {
  level: ({ drop }) => (drop ? 'must' : 'may'),
  told: ({ drop, ...of }, { base }) =>
    drop
      ? 'is removed with its values'
      : `is removed from the content types; its values stay until --drop ${nameOf(base, of.holder, of.name)}`,
  edits: ({ holder, name, drop }) => [
    {
      holder,
      edit: (values, seen) => {
        if (values[name] === undefined) return values;
        if (drop) return without(values, name);
        seen.note();
        return values;
      },
    },
  ],
};

const inWords = (attribute: Attribute): string => {
  if (attribute.kind === 'scalar') return attribute.type;
  if (attribute.kind === 'dynamiczone') return 'a dynamic zone';
  if (attribute.kind === 'morph') return attribute.many ? 'links to many of any type' : 'a link to one of any type';
  if (attribute.kind === 'component') return `${attribute.repeatable ? 'a list of ' : ''}${attribute.component}`;
  return `${attribute.many ? 'links to many' : 'a link to one'} of ${attribute.target}`;
};

/** Messages must not contain passwords, not even their hashes. */
const isSecret = (attribute: Attribute): boolean => attribute.kind === 'scalar' && attribute.type === 'password';

export const retyped: Kind<Of<'retyped'>> = {
  level: () => 'must',
  told: ({ from, to, drop }) =>
    `was ${inWords(from)}, and is ${inWords(to)}${drop ? '; values that do not fit are removed' : ''}`,
  edits: ({ holder, name, from, to, drop }, { renames }) => [
    {
      holder,
      edit: (values, seen) => {
        const value = values[name];
        if (value === undefined) return values;
        const converted = convert(value, from, to, renames);
        if (converted === undefined) {
          if (drop) return without(values, name);
          seen.stuck(`has ${isSecret(from) ? 'one' : shown(value)}, which cannot be ${inWords(to)}`);
          return values;
        }
        return same(converted, value) ? values : { ...values, [name]: converted };
      },
    },
  ],
};

export const stricter: Kind<Of<'stricter'>> = {
  level: () => 'note',
  told: ({ to }) =>
    to.required
      ? 'is required: documents without it stay as they are until their next write'
      : 'allows fewer values: documents with other values stay as they are until their next write',
  edits: ({ holder, name, to }) => [
    {
      holder,
      edit: (values, seen) => {
        const value = values[name] ?? null;
        const isOther =
          to.kind === 'scalar' && to.enum !== undefined && value !== null && !to.enum.some((one) => one === value);
        // Drafts may lack required values.
        if (seen.status === 'published' && ((to.required && value === null) || isOther)) seen.note();
        return values;
      },
    },
  ],
};

export const filled: Kind<Of<'default'>> = {
  level: ({ fill }) => (fill ? 'must' : 'note'),
  told: ({ name, holder, value, fill }, { base }) =>
    fill
      ? `becomes ${shown(value)} where documents have no value`
      : `is new: documents without a value answer null; --fill ${nameOf(base, holder, name)} sets ${shown(value)}`,
  edits: ({ holder, name, value, fill }) => [
    {
      holder,
      edit: (values, seen) => {
        if (values[name] !== undefined) return values;
        if (fill) return { ...values, [name]: value };
        seen.note();
        return values;
      },
    },
  ],
};

/** Changes the type in morph links, which store the uid of their target's type. */
export const typeRenamed: Kind<Of<'type renamed'>> = {
  count: ({ holder }, { base }, db) =>
    db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(livingFilter),
  level: () => 'must',
  told: ({ to }) => `is called ${to} from now on, in links and in the permissions of roles and tokens`,
  edits: ({ holder: uid, to }, { base }) =>
    [...base.types.values(), ...base.components.values()].flatMap(({ uid: holder, attributes }) =>
      [...attributes.values()]
        .filter((attribute) => attribute.kind === 'morph' && isOwningSide(attribute))
        .map(({ name }) => ({
          holder,
          edit: (values: Values) => {
            const value = (values[name] ?? []) as Link | readonly Link[]; // the stored form of a relation
            const links = Array.isArray(value) ? (value as readonly Link[]) : [value as Link];
            if (!links.some(({ type }) => type === uid)) return values;
            const turned = links.map((link) => (link.type === uid ? { ...link, type: to } : link));
            return { ...values, [name]: Array.isArray(value) ? turned : turned[0] };
          },
        })),
    ),
};
