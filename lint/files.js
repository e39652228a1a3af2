// @ts-check
// A lint rule: the path of a file is not the part of an address, in which a space is `%20`.

/** @param {import('estree').Node} node whether it is `new URL(…, import.meta.url)` */
const isAddressOfFile = (node) => {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL') return false;
  const [, base] = node.arguments;
  return base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
};

/**
 * `.pathname` of the address of a file is an error: a folder may have a space in its name.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const paths = {
  create: (context) => ({
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && node.property.name === 'pathname' && isAddressOfFile(node.object))
        context.report({ node, message: 'Use join(import.meta.dirname, …): in an address a space is %20' });
    },
  }),
};

export default { rules: { paths } };
