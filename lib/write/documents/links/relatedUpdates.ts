// Computes the changes of other documents that a write needs.
import type { CheckedInput, LinkEdit } from '../../input/index.ts';
import type { ContentType, RelationAttribute, Schema, Status } from '../../../schema/index.ts';
import type { LinkContext } from './applyLinks.ts';
import { ownerOf } from './owner.ts';
import { copyInverseLinks, isLinked, writeInverseLinks } from './inverseLinks.ts';
import { releaseTargets } from './releaseTargets.ts';
import type { RelatedUpdate, LinkSource } from './types.ts';
import { linksOf, mapItems, type Transaction } from '../../../platform/db/index.ts';

/** The changes of other documents that a write needs. Without any, the write is one atomic update. */
export const relatedUpdatesOf = async (
  unit: Transaction,
  input: CheckedInput,
  source: LinkSource,
  schema: Schema,
  context: LinkContext,
): Promise<readonly RelatedUpdate[]> => {
  const relations = [...source.type.attributes.values()].filter((attribute) => attribute.kind === 'relation');
  const relatedUpdates = await mapItems(unit, relations, async (attribute) => {
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? exclusiveTargetUpdates(source, attribute, schema) : [];
    return inverseLinkUpdates(unit, input, source, attribute, side.mappedBy, schema, context);
  });
  return relatedUpdates.flat();
};

/**
 * Removes targets that may have only one owner from their previous owners, in each version that newly links to them.
 */
const exclusiveTargetUpdates = (
  source: LinkSource,
  attribute: RelationAttribute,
  schema: Schema,
): readonly RelatedUpdate[] =>
  (['draft', 'published'] as const).flatMap((version) => {
    const before = new Set(linksOf(source.before[version]?.[attribute.name]).map(({ to }) => to));
    const taken = linksOf(source.written[version]?.[attribute.name]).flatMap(({ to }) => (before.has(to) ? [] : [to]));
    return taken.length === 0 ? [] : [releaseTargets(source, attribute, version, taken, schema)];
  });

const isEmptyEdit = (edit: LinkEdit): boolean =>
  edit.kind === 'change' && edit.connect.length === 0 && edit.disconnect.length === 0;

/**
 * Writes the links of the inverse side into their owners; publishing also copies them to the owners' published
 * versions.
 */
const inverseLinkUpdates = async (
  unit: Transaction,
  input: CheckedInput,
  source: LinkSource,
  attribute: RelationAttribute,
  mappedBy: string,
  schema: Schema,
  context: LinkContext,
): Promise<readonly RelatedUpdate[]> => {
  const owner = ownerOf(attribute, mappedBy, schema);
  const edited = input.get(attribute.name);
  const publishes = source.type.draftAndPublish && owner.type.draftAndPublish && source.written.published !== undefined;
  const copies = publishes ? [copyInverseLinks(source, owner, 'draft', 'published')] : [];
  if (edited?.kind === 'links' && !isEmptyEdit(edited.edit))
    return [writeInverseLinks(source, owner, versionsToLink(source.type, owner.type), edited.edit, context), ...copies];
  // Publishing usually affects no links, and is then one atomic update. A new document has no links to it yet.
  return publishes && source.before.draft !== undefined && (await isLinked(unit, source, owner)) ? copies : [];
};

/**
 * The changes of other documents when a draft is discarded: targets with a single owner leave the drafts that took them
 * since, and the links of the inverse side are copied from their owners' published versions.
 */
export const relatedUpdatesOfDiscard = (source: LinkSource, schema: Schema): readonly RelatedUpdate[] =>
  [...source.type.attributes.values()].flatMap((attribute): readonly RelatedUpdate[] => {
    if (attribute.kind !== 'relation') return [];
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? exclusiveTargetUpdates(source, attribute, schema) : [];
    const owner = ownerOf(attribute, side.mappedBy, schema);
    return owner.type.draftAndPublish ? [copyInverseLinks(source, owner, 'published', 'draft')] : [];
  });

/**
 * The versions of the owners whose links a write changes: a source without drafts is linked in both versions of its
 * owners.
 */
const versionsToLink = (source: ContentType, owner: ContentType): readonly Status[] =>
  !owner.draftAndPublish ? ['published'] : source.draftAndPublish ? ['draft'] : ['draft', 'published'];
