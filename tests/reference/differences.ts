// Where Lectern answers otherwise than the recorded reference: rows of docs/differences.md, and the steps that show each.

/** By the first cell of the row, the steps as `scenario: label`. */
export const differences: Readonly<Record<string, readonly string[]>> = {
  'Writing to a path that is not there: 404': [
    'bodies: an absent type',
    'bodies: the singular of a collection',
    'bodies: a type by its uid',
  ],
  'Nulls first ascending, last descending': [
    'reading: sort=bed.name,name',
    'reading: sort[bed][name]=desc&sort[name]=asc',
    'reading: sort=parent.name,name',
    'reading: sort=gardeners.name,name',
  ],
  'Booleans in filters are true, t, 1, false, f or 0; else 400': ['reading: seeds: filters[rare]=maybe'],
  '`unique` and `uid` hold among drafts too': [
    'unique: draft with a published code',
    'unique: draft with the code of a draft',
    'unique: draft with a published slug',
  ],
  'A taken value is told when nothing else is wrong': ['unique: taken and otherwise wrong'],
  'A `uid` with a `targetField` that is not given is made on create': [
    'scalars: slug "a-b"',
    'scalars: one attribute changes',
    'scalars: nothing changes',
    'scalars: as before',
  ],
  'A known component that the zone does not allow: 400': ['zones: body: a component that is not allowed'],
  '`set` beside `connect`; several targets for a to-one; unknown keys in `connect` and positions: 400': [
    'relations-to-one: create with two',
    'relations-to-many: update: an odd place',
  ],
  'What does not exist can be disconnected': [
    'relations-to-one: create with disconnect of an unknown one',
    'relations-to-many: update: an unknown one goes',
  ],
  'A published document may relate to itself': [
    'relations-self: its own twin',
    'relations-self: its own friend',
    'relations-self: its own parent',
    'relations-self: is its own child',
  ],
  'morphToOne relations can be written; `[]` and null empty a morphToMany': [
    'morphs: about a bed',
    'morphs: read',
    'morphs: populated by name',
    'morphs: cleared',
    'morphs: without a type',
    'morphs: an unknown type',
    'morphs: an unknown target',
    'morphs: mentions null',
    'morphs: mentions cleared',
  ],
  'JSON given as a text stays that text': ['scalars: data "{\\"a\\":1}"'],
  'A list is no number': ['scalars: count [5]', 'scalars: weight [1]'],
  '`blocks` must be a list of nodes': ['scalars: card 5', 'scalars: card true'],
  'Texts in `blocks` must be texts': ['scalars: card [{"type":"paragraph","children":[{"type":"text","text":5}]}]'],
  'Required values in components are checked on PUT of types without drafts': [
    'components: what is required must be there again',
    'components: nothing changed',
  ],
  'Shared attributes follow every write, in drafts and published versions': [
    'locales: what is shared changes in french',
    'locales: and in the english draft',
    'locales: what is shared changes in english',
    'locales: a shared value of a draft',
    'locales: publishing english',
    'locales: populate everything',
  ],
  '`populate=localizations` shows the other locales with `locale=*` too': ['locales: list in all'],
};
