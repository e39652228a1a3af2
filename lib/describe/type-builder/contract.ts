// Declares the reads of Strapi's content-type builder.
import { arrayOf, closedObject, dataAnswer, defineContract, fullObject, text } from '../../contracts/contract.ts';

const schema = { type: 'object', description: 'names, options and attributes, as the file declares them' } as const;

const DescribedType = closedObject({ ...{ uid: text, plugin: text, apiID: text }, schema }, ['uid', 'apiID', 'schema']);

const DescribedComponent = fullObject({ ...{ uid: text, category: text, apiId: text }, schema });

export const typeKinds = ['singleType', 'collectionType'] as const;

const description = 'Without full access, the answer has only what the caller may see.';

const access = 'plugin::content-type-builder';

export const typeBuilderContract = defineContract({
  tag: 'Content types',
  function: 'general',
  path: '/api/content-type-builder',
  access: {
    findContentTypes: `${access}.content-types.getContentTypes`,
    findContentType: `${access}.content-types.getContentType`,
    findComponents: `${access}.components.getComponents`,
    findComponent: `${access}.components.getComponent`,
  },
  ignoresQuery: true,
  params: { uid: { type: 'string', description: 'the uid of a type or component' } },
  schemas: { DescribedType, DescribedComponent },
  operations: {
    findContentTypes: {
      method: 'GET',
      path: '/content-types',
      summary: 'Lists the content types with their attributes',
      description,
      query: { kind: { type: 'string', enum: typeKinds, description: 'only types of this kind' } },
      returns: 'The types, with the built-in ones',
      answer: dataAnswer(arrayOf(DescribedType)),
    },
    findContentType: {
      method: 'GET',
      path: '/content-types/{uid}',
      summary: 'Returns one content type',
      returns: 'The type',
      answer: dataAnswer(DescribedType),
    },
    findComponents: {
      method: 'GET',
      path: '/components',
      summary: 'Lists the components with their attributes',
      description,
      returns: 'The components',
      answer: dataAnswer(arrayOf(DescribedComponent)),
    },
    findComponent: {
      method: 'GET',
      path: '/components/{uid}',
      summary: 'Returns one component',
      returns: 'The component',
      answer: dataAnswer(DescribedComponent),
    },
  },
});
