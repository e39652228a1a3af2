// Computes the changes of other documents that a write needs.
import type { CheckedInput, LinkEdit } from '../../input/index.ts';
import type { ContentType, RelationAttribute, Schema, Status } from '../../../schema/index.ts';
import type { LinkContext } from './links.ts';
import { linksIn, ownerOf } from './owner.ts';
import { copy, isLinked, place } from './inverseLinks.ts';
import { release } from './release.ts';
import type { Reach, Source } from './types.ts';
import { forEach, type Unit } from '../../../platform/db/index.ts';

/** The changes of other documents that a write needs. Without any, the write is one atomic update. */
export const reachesOf = async (
  unit: Unit,
  input: CheckedInput,
  source: Source,
  schema: Schema,
  context: LinkContext,
): Promise<readonly Reach[]> => {
  const reaches = await forEach(unit, [...source.type.attributes.values()], async (attribute) => {
    if (attribute.kind !== 'relation') return [];
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? releases(source, attribute, schema) : [];
    return shown(unit, input, source, attribute, side.mappedBy, schema, context);
  });
  return reaches.flat();
};

/**
 * Removes targets that may have only one owner from their previous owners, in each version that newly links to them.
 */
const releases = (source: Source, attribute: RelationAttribute, schema: Schema): readonly Reach[] =>
  (['draft', 'published'] as const).flatMap((version) => {
    const before = new Set(linksIn(source.before[version], attribute.name).map(({ to }) => to));
    const taken = linksIn(source.written[version], attribute.name).flatMap(({ to }) => (before.has(to) ? [] : [to]));
    return taken.length === 0 ? [] : [release(source, attribute, version, taken, schema)];
  });

const saysNothing = (edit: LinkEdit): boolean =>
  edit.kind === 'change' && edit.connect.length === 0 && edit.disconnect.length === 0;

/**
 * Writes the links of the inverse side into their owners; publishing also copies them to the owners' published
 * versions.
 */
const shown = async (
  unit: Unit,
  input: CheckedInput,
  source: Source,
  attribute: RelationAttribute,
  mappedBy: string,
  schema: Schema,
  context: LinkContext,
): Promise<readonly Reach[]> => {
  const owner = ownerOf(attribute, mappedBy, schema);
  const given = input.get(attribute.name);
  const publishes = source.type.draftAndPublish && owner.type.draftAndPublish && source.written.published !== undefined;
  const copies = publishes ? [copy(source, owner, 'draft', 'published')] : [];
  if (given?.kind === 'links' && !saysNothing(given.edit))
    return [place(source, owner, placed(source.type, owner.type), given.edit, context), ...copies];
  // Publishing usually affects no links, and is then one atomic update. A new document has no links to it yet.
  return publishes && source.before.draft !== undefined && (await isLinked(unit, source, owner)) ? copies : [];
};

/**
 * The changes of other documents when a draft is discarded: targets with a single owner leave the drafts that took them
 * since, and the links of the inverse side are copied from their owners' published versions.
 */
export const reachesOfDiscard = (source: Source, schema: Schema): readonly Reach[] =>
  [...source.type.attributes.values()].flatMap((attribute): readonly Reach[] => {
    if (attribute.kind !== 'relation') return [];
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? releases(source, attribute, schema) : [];
    const owner = ownerOf(attribute, side.mappedBy, schema);
    return owner.type.draftAndPublish ? [copy(source, owner, 'published', 'draft')] : [];
  });

/**
 * The versions of the owners whose links a write changes: a source without drafts is linked in both versions of its
 * owners.
 */
const placed = (source: ContentType, owner: ContentType): readonly Status[] =>
  !owner.draftAndPublish ? ['published'] : source.draftAndPublish ? ['draft'] : ['draft', 'published'];
