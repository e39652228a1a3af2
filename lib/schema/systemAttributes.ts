// The attributes that every document has although its type does not declare them.
import type { ContentType, ScalarAttribute, ScalarType, ValueKind } from './types.ts';

const systemAttribute = (name: string, type: ScalarType, value: ValueKind): ScalarAttribute => ({
  kind: 'scalar',
  name,
  type,
  value,
  required: false,
  private: false,
  localized: false,
  unique: false,
});

/** The integer id of a version, and the 24-character documentId: they are in every answer. */
export const identityAttributes = [
  systemAttribute('id', 'integer', 'integer'),
  systemAttribute('documentId', 'string', 'text'),
] as const;

/** The id of a component. It has more than 32 bits. */
export const componentIdAttribute = systemAttribute('id', 'integer', 'biginteger');

const timeAttribute = (name: string): ScalarAttribute => systemAttribute(name, 'datetime', 'datetime');
export const updatedAtAttribute = timeAttribute('updatedAt');
const timeAttributes = [timeAttribute('createdAt'), updatedAtAttribute, timeAttribute('publishedAt')];
const locale = systemAttribute('locale', 'string', 'text');

/** How a draft differs from its published version. Only `sort` knows it; no attribute can have its name. */
export const draftStatusAttribute = systemAttribute('$status', 'string', 'text');

/** The second factors of a user, outside of the versions. No attribute can have this name. */
export const factorKindsName = '_factors';

/** The creator of a document and the last one who changed it. Only answers with `view=edit` have them. */
export const writerAttributes = ['createdBy', 'updatedBy'].map((name) => systemAttribute(name, 'json', 'json'));

/** What `options.privateAttributes` can make private beside a type's own attributes. As in Strapi, not `id` and `documentId`. */
export const hideableSystemNames: readonly string[] = [
  ...['createdAt', 'updatedAt', 'publishedAt', 'locale'],
  ...['localizations', 'createdBy', 'updatedBy'],
];

type Holder = Pick<ContentType, 'localized' | 'privateSystem'>;

/** The attributes after a document's own ones in an answer: its times and, if the type is localized, its locale. */
export const systemAttributes = ({ localized, privateSystem }: Holder): readonly ScalarAttribute[] => {
  const all = localized ? [...timeAttributes, locale] : timeAttributes;
  if (privateSystem === undefined) return all;
  return all.map((attribute) => (privateSystem.includes(attribute.name) ? { ...attribute, private: true } : attribute));
};

/** Those of them that all answers have. */
export const publicSystemAttributes = (type: Holder): readonly ScalarAttribute[] =>
  systemAttributes(type).filter((attribute) => !attribute.private);

/** Whether `localizations` can be populated. @param editView whether what is private exists */
export const hasLocalizations = ({ localized, privateSystem }: Holder, editView = false): boolean =>
  localized && (editView || privateSystem?.includes('localizations') !== true);
