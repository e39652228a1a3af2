// What a write changes in other documents, beyond the one it is about.
import type { CheckedInput, LinkEdit } from '../../input/index.ts';
import type { ContentType, RelationAttribute, Schema, Status } from '../../../schema/index.ts';
import type { LinkContext } from './links.ts';
import { linksIn, ownerOf } from './owner.ts';
import { copy, isLinked, place } from './inverseLinks.ts';
import { release } from './release.ts';
import type { Reach, Source } from './types.ts';
import { forEach, type Unit } from '../../../platform/db/index.ts';

/** Everything that a write reaches beyond its own document; none: it is one atomic update. */
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

/** Targets that may have one owner leave whoever had them, in each version that newly links to them. */
const releases = (source: Source, attribute: RelationAttribute, schema: Schema): readonly Reach[] =>
  (['draft', 'published'] as const).flatMap((version) => {
    const before = new Set(linksIn(source.before[version], attribute.name).map(({ to }) => to));
    const taken = linksIn(source.written[version], attribute.name).flatMap(({ to }) => (before.has(to) ? [] : [to]));
    return taken.length === 0 ? [] : [release(source, attribute, version, taken, schema)];
  });

const saysNothing = (edit: LinkEdit): boolean =>
  edit.kind === 'change' && edit.connect.length === 0 && edit.disconnect.length === 0;

/** Links that this side shows are written where they are kept; publishing publishes them there, too. */
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
  // Most often nobody links to what is published, and then it is one atomic update. A new document has no links yet.
  return publishes && source.before.draft !== undefined && (await isLinked(unit, source, owner)) ? copies : [];
};

/**
 * Everything that going back to the published version reaches: targets leave the drafts that took them meanwhile, and
 * links that this side shows become those of the published versions that keep them.
 */
export const reachesOfDiscard = (source: Source, schema: Schema): readonly Reach[] =>
  [...source.type.attributes.values()].flatMap((attribute): readonly Reach[] => {
    if (attribute.kind !== 'relation') return [];
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? releases(source, attribute, schema) : [];
    const owner = ownerOf(attribute, side.mappedBy, schema);
    return owner.type.draftAndPublish ? [copy(source, owner, 'published', 'draft')] : [];
  });

/** A source without drafts stands beside both versions of its owners; an owner without drafts has one. */
const placed = (source: ContentType, owner: ContentType): readonly Status[] =>
  !owner.draftAndPublish ? ['published'] : source.draftAndPublish ? ['draft'] : ['draft', 'published'];
