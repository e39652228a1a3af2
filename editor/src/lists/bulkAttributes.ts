// Which attributes can be set to one value in many documents.
import type { Attribute, Attributes, AttributeType, ContentType, FormLayout } from '../schema/types.ts';

/** Long texts, components and passwords are of one document, as is the title. */
const plainTypes: ReadonlySet<AttributeType> = new Set([
  ...(['string', 'text', 'email', 'integer', 'biginteger', 'float', 'decimal', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'timestamp', 'enumeration', 'media'] as const),
]);

/** Whether many documents can have the same related document. */
const isSharedRelation = ({ relation, inversedBy, mappedBy }: Attribute): boolean =>
  relation === 'manyToOne' || (relation === 'oneToOne' && inversedBy === undefined && mappedBy === undefined);

const canBeSet = (attribute: Attribute): boolean =>
  attribute.writable !== false &&
  attribute.editable !== false &&
  attribute.computed !== true &&
  attribute.unique !== true &&
  attribute.isTitle !== true &&
  (plainTypes.has(attribute.type) || (attribute.type === 'relation' && isSharedRelation(attribute)));

const namesInForm = ({ sections, tabs, side }: FormLayout): readonly string[] =>
  [...sections, ...tabs.flatMap((tab) => tab.sections), ...side].flatMap(({ attributes }) => attributes);

/** @returns those that the form shows, in its order */
export const bulkAttributes = ({ attributes, form }: Pick<ContentType, 'attributes' | 'form'>): Attributes =>
  Object.fromEntries(
    namesInForm(form).flatMap((name) => {
      const attribute = attributes[name];
      return attribute !== undefined && canBeSet(attribute) ? [[name, attribute]] : [];
    }),
  );
