// The creators of documents: the users that created and last changed them, in types with `options.populateCreatorFields`; in bundles of
// sites without them, a stub replaces this module.
import { memoize } from '../memoize.ts';
import { uids } from './builtInTypes.ts';
import { identityAttributes, writerAttributes } from './systemAttributes.ts';
import type { Attribute, ContentType, RelationAttribute, ScalarAttribute, Schema } from './types.ts';

/** What Strapi calls the type of creators. Lectern's are users of the editor. */
export const creatorUid = 'admin::user';

export const hasCreators = ({ types }: Pick<Schema, 'types'>): boolean =>
  [...types.values()].some(({ creators }) => creators === true);

/** The relations from documents of a type to the users who created and changed them; documents store a documentId each. */
export const creatorAttributes = ({ creators, privateSystem }: ContentType): readonly RelationAttribute[] =>
  creators === true
    ? writerAttributes.map(({ name }) => ({
        ...({ kind: 'relation', type: 'relation', name, target: creatorUid, many: false, exclusive: false } as const),
        ...{ required: false, private: privateSystem?.includes(name) === true, localized: false },
        side: { holds: 'links' } as const,
      }))
    : [];

export const isCreatorAttribute = ({ target }: RelationAttribute): boolean => target === creatorUid;

const nameAttribute = (name: string, more: Pick<ScalarAttribute, 'isPersonName'> = {}): ScalarAttribute => ({
  ...{ kind: 'scalar', type: 'string', value: 'text', name, ...more },
  ...{ required: false, private: false, localized: false, unique: false },
});

/** An attribute that the site makes private, or gives another type, is not known of creators. */
const isPublicText = (attribute: Attribute | undefined): boolean =>
  attribute === undefined || (attribute.kind === 'scalar' && attribute.value === 'text' && !attribute.private);

const requireUsers = ({ types }: Schema): ContentType => {
  const type = types.get(uids.user);
  if (type === undefined) throw new Error('the schema has no users');
  return type;
};

/**
 * Users as creators: their `id`, `firstname`, `lastname` and `username`, as in Strapi, and nothing else. Of a username that is an
 * address, only what is before the @ is known. Users have a first and last name if the site declares them.
 */
export const creatorTypeOf = memoize((schema: Schema): ContentType => {
  const { attributes, displayName, collectionName } = requireUsers(schema);
  const names = [
    nameAttribute('firstname'),
    nameAttribute('lastname'),
    nameAttribute('username', { isPersonName: true }),
  ];
  const own = [
    { ...identityAttributes[0], required: true },
    ...names.filter(({ name }) => isPublicText(attributes.get(name))),
  ];
  return {
    ...{ uid: creatorUid, kind: 'collectionType', singularName: 'creator', pluralName: 'creators', displayName },
    ...{ collectionName, draftAndPublish: false, localized: false, indexes: [] },
    attributes: new Map(own.map((attribute) => [attribute.name, attribute])),
  };
});
