// Generates the type of what the reads of a content type populate by default.
import { readDefaultPopulate, type QuerySettings, type Populate, type Selection } from '../../read/query/index.ts';
import {
  componentOf,
  identityAttributes,
  isContentType,
  publicSystemAttributes,
  typeOf,
  type AttributeHolder,
  type ContentType,
  type Schema,
} from '../../schema/index.ts';
import { publicScalars } from './answerLines.ts';
import { inlineObject, propertyLine, unionOf } from './typescriptText.ts';

/** The number of fields of a selection without `fields`. */
const fieldCount = (holder: AttributeHolder): number =>
  publicScalars(holder).length +
  (isContentType(holder) ? identityAttributes.length + publicSystemAttributes(holder).length : 0);

/** The entry of a populate that selects the same. */
const entryType = ({ fields, populate }: Selection, holder: AttributeHolder, schema: Schema): string => {
  const isWhole = fields.length === fieldCount(holder);
  const entries: readonly (readonly [string, string])[] = [
    ...(isWhole ? [] : [['fields', `readonly (${unionOf(fields.map(({ name }) => name))})[]`] as const]),
    ...(populate.length === 0 ? [] : [['populate', populateType(populate, holder, schema)] as const]),
  ];
  return entries.length === 0 ? 'true' : inlineObject(entries);
};

const populateType = (populate: readonly Populate[], holder: AttributeHolder, schema: Schema): string =>
  inlineObject(
    populate.map((populated) => {
      switch (populated.kind) {
        case 'relation':
          return [
            populated.attribute.name,
            populated.count ? '{ count: true }' : entryType(populated.select, populated.target, schema),
          ];
        case 'component':
          return [
            populated.attribute.name,
            populated.count ? '{ count: true }' : entryType(populated.select, populated.component, schema),
          ];
        case 'zone':
        case 'morph': {
          const holderOf = (uid: string): AttributeHolder =>
            populated.kind === 'zone' ? componentOf(schema, uid) : typeOf(schema, uid);
          const on = [...populated.on].map(
            ([uid, { select }]) => [uid, entryType(select, holderOf(uid), schema)] as const,
          );
          return [populated.attribute.name, inlineObject([['on', inlineObject(on)]])];
        }
        case 'localizations':
          return ['localizations', entryType(populated.select, holder, schema)];
        case 'links':
          return [populated.attribute.name, 'true'];
      }
    }),
  );

/** The lines of a model about its default populate: none if the type has no default. */
export const defaultPopulateLines = (type: ContentType, schema: Schema, settings: QuerySettings): readonly string[] => {
  // The one read of a single type is `find`; as its answer is one document, its types say the same for `findOne`.
  const one = type.kind === 'singleType' ? 'find' : 'findOne';
  const entries = (['find', 'findOne'] as const).flatMap((purpose): readonly (readonly [string, string])[] => {
    const selection = readDefaultPopulate(type, purpose === 'find' ? 'find' : one, schema, settings);
    return selection === undefined ? [] : [[purpose, populateType(selection.populate, type, schema)]];
  });
  if (entries.length === 0) return [];
  return [
    propertyLine('defaultPopulate', inlineObject(entries)),
    ...(type.populateMode === 'always' ? [propertyLine('populateMode', "'always'")] : []),
  ];
};
