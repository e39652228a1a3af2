// A type with every kind of attribute, and its form as the editor has it.
import { buildEditorSchema } from '../../../editor/src/schema/buildEditorSchema.ts';
import type { ContentType, DescribedComponent, DescribedType, EditorSchema } from '../../../editor/src/schema/types.ts';
import { describeSchema } from '../../../lib/describe/type-builder/describeTypes.ts';
import type { Schema } from '../../../lib/schema/index.ts';
import { schemaOf } from '../../setup/schema.ts';

type Json = Readonly<Record<string, unknown>>;

const componentFile = (attributes: Json): string =>
  JSON.stringify({ collectionName: 'c', info: { displayName: 'Component' }, options: {}, attributes });

const typeFile = (name: string, attributes: Json, draftAndPublish: boolean): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: name,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish },
    attributes,
  });

export interface TestSchema {
  /** As the API has it. */
  readonly schema: Schema;
  /** As the editor has it. */
  readonly editor: EditorSchema;
  readonly type: ContentType;
}

/** @param attributes of the type `thing`, beside the type `tag` @param components by uid */
export const testSchema = (
  attributes: Json,
  components: Readonly<Record<string, Json>> = {},
  draftAndPublish = true,
): TestSchema => {
  const files = Object.entries(components).map(([uid, json]) => [
    `components/${uid.replace('.', '/')}.json`,
    componentFile(json),
  ]);
  const schema = schemaOf({
    'thing.json': typeFile('thing', attributes, draftAndPublish),
    'tag.json': typeFile('tag', { name: { type: 'string' } }, false),
    ...(Object.fromEntries(files) as Readonly<Record<string, string>>),
  });
  const { contentTypes, components: described } = describeSchema(schema);
  const editor = buildEditorSchema(
    contentTypes as unknown as readonly DescribedType[],
    described as unknown as readonly DescribedComponent[],
  );
  const type = editor.types.get('api::thing.thing');
  if (type === undefined) throw new Error('The schema has no thing');
  return { schema, editor, type };
};
