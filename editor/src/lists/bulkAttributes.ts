// Which attributes can be set to one value in many documents.
import type { Attribute, Attributes, AttributeType, ContentType } from '../schema/types.ts';

/** Long texts, components and passwords are of one document. */
const plainTypes: ReadonlySet<AttributeType> = new Set([
  ...(['string', 'text', 'email', 'integer', 'biginteger', 'float', 'decimal', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'timestamp', 'enumeration', 'media'] as const),
]);

/** Whether many documents can have the same related document. */
const isSharedRelation = ({ relation, inversedBy, mappedBy }: Attribute): boolean =>
  relation === 'manyToOne' || (relation === 'oneToOne' && inversedBy === undefined && mappedBy === undefined);

const canBeSet = (attribute: Attribute): boolean =>
  attribute.writable !== false &&
  attribute.computed !== true &&
  attribute.unique !== true &&
  (plainTypes.has(attribute.type) || (attribute.type === 'relation' && isSharedRelation(attribute)));

export const bulkAttributes = ({ attributes }: Pick<ContentType, 'attributes'>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, attribute]) => canBeSet(attribute)));
