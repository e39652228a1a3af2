// Declares view files, which say how the editor shows a type or a component, in two JSON Schemas: they are the check, the types
// and the description in OpenAPI. A file has the name of its schema file: `article.view.json` beside `article.json`,
// `components/shared/seo.view.json`, and in a Strapi project `view.json` beside `schema.json`. docs/content-types.md#views has examples.
import type { FromSchema } from '../../fromSchema.ts';
import { picturePattern } from '../pageSettings.ts';

/** `title` says what a key means, `description` what to write. */
const text = <const Title extends string>(title: Title) =>
  ({
    type: ['string', 'object'],
    title,
    description: 'a text, or a text for each language, such as {"en": "Title", "de": "Titel"}',
    minProperties: 1,
    propertyNames: { pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$', description: 'a language, such as "en" or "de-CH"' },
    additionalProperties: { type: 'string', description: 'a text' },
  }) as const;

const flag = <const Title extends string>(title: Title) =>
  ({ type: 'boolean', title, description: 'true or false' }) as const;

const wholeNumber = <const Title extends string>(title: Title, minimum: number, maximum: number) =>
  ({
    type: 'integer',
    title,
    minimum,
    maximum,
    description: `a whole number from ${minimum} to ${maximum}`,
  }) as const;

const attributeName = { type: 'string', description: 'the name of an attribute' } as const;

const attributeNames = {
  type: 'array',
  description: 'a list of attribute names',
  items: attributeName,
  uniqueItems: true,
} as const;

const object = <const Properties extends object>(properties: Properties) =>
  ({ type: 'object', description: 'an object', properties, additionalProperties: false }) as const;

const listOf = <const Items extends object>(title: string, description: string, items: Items) =>
  ({ type: 'array', title, description, items }) as const;

const attributes = {
  type: 'object',
  title: 'the fields by the name of their attribute',
  description: 'an object by attribute name, such as {"title": {"label": "Headline"}}',
  additionalProperties: object({
    label: text('what the field is called'),
    description: text('what is below the label'),
    placeholder: text('what an empty field shows'),
    width: wholeNumber('how many of the 12 columns the field takes', 1, 12),
    visible: flag('false: the form does not have the field'),
    editable: flag('false: nobody can change the field in the editor'),
  }),
} as const;

const mainField = { ...attributeName, title: 'the attribute whose text names a document or an entry' } as const;

const groupOf = <const Kind extends string>(kinds: readonly [Kind, ...Kind[]]) => ({
  ...object({
    kind: { type: 'string', enum: kinds, description: `one of ${kinds.join(', ')}` },
    label: text('the heading'),
    attributes: attributeNames,
  }),
  required: ['attributes'] as const,
});

const groupsTitle = 'the parts of the form, in their order';

/** What the views of types and components have in common. */
const commonView = object({
  label: text('what the component is called'),
  description: text('what it is for'),
  icon: { type: 'string', description: 'the name of an icon' },
  mainField,
  attributes,
  groups: listOf(groupsTitle, 'a list of sections', groupOf(['section'])),
});

/** The view of a component. A single component shows its fields, an entry of a list its `mainField` until it is opened. */
export const componentViewSchema = object({
  ...commonView.properties,
  preview: {
    type: 'string',
    title: 'a picture of what it looks like on the site',
    description: 'the name of a picture in extensions/editor, such as "hero.webp", or a path that begins with /',
    pattern: `^(${picturePattern})$`,
  },
});

/** The view of a type. */
export const viewSchema = object({
  ...commonView.properties,
  label: text('what one document is called'),
  pluralLabel: text('what the list is called'),
  group: text('the part of the navigation that the type is in'),
  visible: flag('false: the navigation does not have the type'),
  /** A section belongs to the tab before it, or to the form if there is none; `side` is beside all tabs. */
  groups: listOf(groupsTitle, 'a list of tabs, sections and sides', groupOf(['section', 'tab', 'side'])),
  list: object({
    columns: {
      ...attributeNames,
      title: 'the columns after the title and the status',
      description:
        'a list of attributes, also createdAt, updatedAt, publishedAt, createdBy, updatedBy, documentId and id, and of types with stages strapi_stage and strapi_assignee',
    },
    sort: {
      type: 'string',
      title: 'the order of the list until the user chooses another one',
      description: 'an attribute or $status and a direction, such as "publishedOn:desc"',
      pattern: '^[^:]+(:(asc|desc))?$',
    },
    pageSize: wholeNumber('how many documents are loaded at a time', 10, 100),
    picture: { ...attributeName, title: 'the attribute whose picture is before the title' },
  }),
});

/** A text, or a text for each language of the page. */
export type ViewText = FromSchema<ReturnType<typeof text>>;

export type ComponentView = FromSchema<typeof componentViewSchema>;

export type TypeView = FromSchema<typeof viewSchema>;

export type View = ComponentView | TypeView;

export type AttributeView = NonNullable<TypeView['attributes']>[string];

export type ViewGroup = NonNullable<TypeView['groups']>[number];
