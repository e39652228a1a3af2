// @ts-check
// A lint rule: names are verbs and nouns, without participles and adverbs that do not say what a thing is.
import { basename } from 'node:path';

const deniedWords = new Set([
  ...['told', 'asked', 'given', 'gone', 'going', 'standing', 'shown', 'meant', 'handed', 'born', 'wishes'],
  ...['quietly', 'apart', 'alone', 'together', 'there', 'theirs', 'bring'],
]);

/** Properties of stored documents before format 3, which this version still reads, each with its place in the database. */
const storedFields = new Map([
  ['gone', 'the outbox of a document: the removed version'],
  ['told', 'lectern_deliveries: the payload of a call'],
  ['asked', 'lectern_schema: the options of a migration'],
]);

/**
 * @param {string} name in camelCase or kebab-case
 * @returns {string | undefined} the first part that is a denied word
 */
const deniedWordIn = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((part) => part.toLowerCase())
    .find((part) => deniedWords.has(part));

/** @type {import('eslint').Rule.RuleModule} */
const plain = {
  create: (context) => {
    /** @param {import('estree').Node} node @param {string} name */
    const check = (node, name) => {
      const word = deniedWordIn(name);
      if (word !== undefined)
        context.report({ node, message: `Name ${name} by what it is or does, without "${word}"` });
    };
    /** @param {unknown} node a member of an interface, class or tuple */
    const checkMember = (node) => {
      const { key, label = key } =
        /** @type {Record<'key', import('estree').Node> & { label?: import('estree').Node }} */ (node);
      if (label.type === 'Identifier' && !storedFields.has(label.name)) check(label, label.name);
    };
    return {
      Program: (node) => {
        check(node, basename(context.filename));
        const { scopes } = context.sourceCode.scopeManager;
        const definitions = scopes.flatMap(({ variables }) => variables.flatMap(({ defs }) => defs));
        const declared = definitions.filter(({ type }) => type !== 'ImportBinding').map(({ name }) => name);
        // A class is defined outside and inside of itself, by one identifier.
        for (const identifier of new Set(declared)) check(identifier, identifier.name);
      },
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
      TSNamedTupleMember: checkMember,
      PropertyDefinition: checkMember,
      MethodDefinition: checkMember,
    };
  },
};

export default { rules: { plain } };
