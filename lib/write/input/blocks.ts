// Defines the nodes of a blocks attribute in JSON Schema.
import { linkPattern, type JsonObject } from '../../schema/index.ts';
import { branches, type JsonSchema } from './keywords.ts';

export const blocksId = '/blocks';

const at = (name: string): string => `${blocksId}#/definitions/${name}`;

const missing = '{} is a required field';
const flags = ['bold', 'italic', 'underline', 'strikethrough', 'code'];

const text: JsonSchema = {
  required: ['type', 'text'],
  properties: {
    type: { enum: ['text'] },
    text: { type: 'string' },
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }])),
  },
  faults: { 'required.type': missing, 'required.text': 'Text must be defined with at least an empty string' },
};

const children = (items: JsonSchema, least?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(least === undefined ? {} : { minItems: 1, faults: { minItems: least } }),
});

const inline = branches('type', { text: at('text'), link: at('link') }, 'Inline node must be Text or Link');
/** The nodes of links and code. Strapi knows their type, so it also reads those that are texts in JSON. */
export const plain: JsonSchema = { type: 'object', $ref: at('text') };
const nested = branches(
  'type',
  { 'list-item': at('list-item'), list: at('list') },
  'Inline node must be list-item or list',
);

/** @param optional names of texts that the node may lack */
const node = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  required: Object.keys(properties),
  properties: { ...properties, ...Object.fromEntries(optional.map((name) => [name, { type: ['string', 'null'] }])) },
  faults: { required: missing },
});

/** The message for a value that is no number: Strapi's would name the NaN that it makes of the value. */
const number: JsonSchema = { type: 'number', faults: { type: '{} must be a number' } };

const least = (name: string): string => `${name} node children must have at least one Text or Link node`;

const image = node(
  {
    ...Object.fromEntries(
      ['name', 'url', 'hash', 'ext', 'mime', 'provider', 'createdAt', 'updatedAt'].map((name) => [
        name,
        { type: 'string', minLength: 1, faults: { minLength: missing } },
      ]),
    ),
    ...Object.fromEntries(['width', 'height', 'size'].map((name) => [name, number])),
  },
  ['alternativeText', 'caption', 'previewUrl'],
);

const invalidLink = 'Please specify a valid link.';

/** By the `type` of nodes. */
const definitions: Readonly<Record<string, JsonSchema>> = {
  text,
  link: {
    ...node({
      url: { type: 'string', pattern: linkPattern, faults: { pattern: invalidLink } },
      children: children(plain),
    }),
    faults: { required: missing, 'required.url': invalidLink },
  },
  paragraph: node({ children: children(inline, least('Paragraph')) }),
  heading: node({
    level: { ...number, enum: [1, 2, 3, 4, 5, 6] },
    children: children(inline, least('Heading')),
  }),
  quote: node({ children: children(inline, least('Quote')) }),
  code: node({ children: children(plain, least('Code')) }, ['language']),
  list: node({
    format: { type: 'string', enum: ['ordered', 'unordered'] },
    children: children(nested, 'List node children must have at least one ListItem or ListNode'),
  }),
  'list-item': node({ children: children(inline) }),
  image: node({ image: { type: 'object', ...image }, children: children(inline) }),
};

/** @returns undefined for what has no type of a node */
export const nodeSchemaOf = ({ type }: JsonObject): JsonSchema | undefined =>
  typeof type === 'string' && Object.hasOwn(definitions, type) ? definitions[type] : undefined;

const top = ['paragraph', 'heading', 'quote', 'code', 'list', 'image'];

/** The list of nodes in a blocks attribute. As in Strapi, unknown keys of a node are kept. */
export const blocksSchema: JsonSchema = {
  $id: blocksId,
  items: branches('type', Object.fromEntries(top.map((name) => [name, at(name)])), 'Block node is of invalid type'),
  definitions,
};
