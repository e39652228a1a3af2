// The kinds of change that concern the values of one attribute, and the rename of a type.
import { isOwningSide, type Attribute } from '../../lib/schema/index.ts';
import { linksOf, livingFilter } from '../../lib/platform/db/index.ts';
import { convert } from './convert.ts';
import { isCopied, isRepetition, keepsBoth, keepsOld, renameValue } from './copiedValues.ts';
import { elementName } from './schemaElements.ts';
import { storedEqual, formatStoredValue, omit } from './values.ts';
import type { ChangeKind, ChangeOf, SchemaChange, StoredValues } from './types.ts';

/** Messages must not contain passwords, not even their hashes. */
const isSecret = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'scalar' && attribute.type === 'password';

export const renamedChange: ChangeKind<ChangeOf<'renamed'>> = {
  level: () => 'must',
  describe: ({ to, drop }) =>
    `is called "${to}" from now on${drop ? '; where documents have both, its value is removed' : ''}`,
  valueEdits: (change, plan, phase) => {
    const { holder, name, to, drop } = change;
    const { base } = plan;
    const attribute = (base.types.get(holder) ?? base.components.get(holder))?.attributes.get(name);
    const format = (value: unknown): string => (isSecret(attribute) ? 'one' : formatStoredValue(value));
    // What cannot be under both names is renamed at once.
    const doneNow = isRepetition(phase) ? 'again' : 'whole';
    return [
      {
        holder,
        edit: (values, report) =>
          renameValue(values, change, isCopied(change, plan) ? phase : doneNow, () => {
            if (!drop)
              report.reportObstacle(
                `has ${format(values[to])} as "${to}" already, and ${format(values[name])} as "${name}"`,
              );
          }),
      },
    ];
  },
};

export const removedChange: ChangeKind<ChangeOf<'removed'>> = {
  level: ({ drop }) => (drop ? 'must' : 'may'),
  describe: ({ drop, ...of }, { base }) =>
    drop
      ? 'is removed with its values'
      : `is removed from the content types; its values stay until --drop ${elementName(base, of.holder, of.name)}`,
  valueEdits: ({ holder, name, drop }, _plan, phase) => [
    {
      holder,
      edit: (values, report) => {
        if (values[name] === undefined) return values;
        if (drop && !keepsOld(phase)) return omit(values, name);
        report.countDocument();
        return values;
      },
    },
  ],
};

const describeAttribute = (attribute: Attribute): string => {
  if (attribute.kind === 'scalar') return attribute.type;
  if (attribute.kind === 'dynamiczone') return 'a dynamic zone';
  if (attribute.kind === 'morph') return attribute.many ? 'links to many of any type' : 'a link to one of any type';
  if (attribute.kind === 'component') return `${attribute.repeatable ? 'a list of ' : ''}${attribute.component}`;
  return `${attribute.many ? 'links to many' : 'a link to one'} of ${attribute.target}`;
};

export const retypedChange: ChangeKind<ChangeOf<'retyped'>> = {
  level: () => 'must',
  describe: ({ from, to, drop }) =>
    `was ${describeAttribute(from)}, and is ${describeAttribute(to)}${drop ? '; values that do not fit are removed' : ''}`,
  valueEdits: ({ holder, name, from, to, drop }, { renames }) => [
    {
      holder,
      edit: (values, report) => {
        const value = values[name];
        if (value === undefined) return values;
        const converted = convert(value, from, to, renames);
        if (converted === undefined) {
          if (drop) return omit(values, name);
          report.reportObstacle(
            `has ${isSecret(from) ? 'one' : formatStoredValue(value)}, which cannot be ${describeAttribute(to)}`,
          );
          return values;
        }
        return storedEqual(converted, value) ? values : { ...values, [name]: converted };
      },
    },
  ],
};

export const stricterChange: ChangeKind<ChangeOf<'stricter'>> = {
  level: () => 'note',
  describe: ({ to }) =>
    to.required
      ? 'is required: documents without it stay as they are until their next write'
      : 'allows fewer values: documents with other values stay as they are until their next write',
  valueEdits: ({ holder, name, to }) => [
    {
      holder,
      edit: (values, report) => {
        const value = values[name] ?? null;
        const isDisallowed =
          to.kind === 'scalar' && to.enum !== undefined && value !== null && !to.enum.some((one) => one === value);
        // Drafts may lack required values.
        if (report.status === 'published' && ((to.required && value === null) || isDisallowed)) report.countDocument();
        return values;
      },
    },
  ],
};

export const defaultChange: ChangeKind<ChangeOf<'default'>> = {
  level: ({ fill }) => (fill ? 'must' : 'note'),
  describe: ({ name, holder, value, fill }, { base }) =>
    fill
      ? `becomes ${formatStoredValue(value)} where documents have no value`
      : `is new: documents without a value answer null; --fill ${elementName(base, holder, name)} sets ${formatStoredValue(value)}`,
  valueEdits: ({ holder, name, value, fill }, plan, phase) => {
    const isSource = (one: SchemaChange): one is ChangeOf<'renamed'> =>
      one.kind === 'renamed' && one.holder === holder && one.to === name && isCopied(one, plan);
    const renamed = keepsBoth(phase) ? plan.changes.find(isSource) : undefined;
    // Under both names: without a digest, nothing would say that what servers of before write is later than the default.
    const fillIn = (values: StoredValues): StoredValues =>
      renamed === undefined
        ? { ...values, [name]: value }
        : renameValue({ ...values, [name]: value, [renamed.name]: value }, renamed, phase, () => undefined);
    return [
      {
        holder,
        edit: (values, report) => {
          if (values[name] !== undefined) return values;
          if (fill) return fillIn(values);
          report.countDocument();
          return values;
        },
      },
    ];
  },
};

/** Changes the type in morph links, which store the uid of their target's type. */
export const typeRenamedChange: ChangeKind<ChangeOf<'type renamed'>> = {
  countOthers: ({ holder }, { base }, db) =>
    db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(livingFilter),
  level: () => 'must',
  describe: ({ to }) => `is called ${to} from now on, in links and in the permissions of roles and tokens`,
  valueEdits: ({ holder: uid, to }, { base }) =>
    [...base.types.values(), ...base.components.values()].flatMap(({ uid: holder, attributes }) =>
      [...attributes.values()]
        .filter((attribute) => attribute.kind === 'morph' && isOwningSide(attribute))
        .map(({ name }) => ({
          holder,
          edit: (values: StoredValues) => {
            const links = linksOf(values[name]);
            if (!links.some(({ type }) => type === uid)) return values;
            const renamedLinks = links.map((link) => (link.type === uid ? { ...link, type: to } : link));
            return { ...values, [name]: Array.isArray(values[name]) ? renamedLinks : renamedLinks[0] };
          },
        })),
    ),
};
