// @ts-check
// A lint rule: tests wait for a condition, never for a time.

const timers = new Set(['setTimeout', 'sleep', 'wait', 'delay', 'pause']);
const loops = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement', 'ForOfStatement']);

/**
 * @param {import('estree').Node | undefined} node whether it is a time: a number that is not 0 or 1, which only let others go on, a name
 *   such as `leaseMs`, or a sum of them
 * @returns {boolean}
 */
const isTime = (node) => {
  if (node?.type === 'BinaryExpression') return isTime(node.left) && isTime(node.right);
  if (node?.type === 'Literal') return typeof node.value === 'number' && node.value > 1;
  const name = node?.type === 'MemberExpression' ? node.property : node;
  return name?.type === 'Identifier' && /(?:^ms|Ms)$/.test(name.name);
};

/** @param {import('estree').Node} node the time that a call waits: of `sleep(500)`, or of `setTimeout(resolve, 500)` */
const timeOf = (node) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !timers.has(node.callee.name))
    return undefined;
  const [first, second] = node.arguments;
  return isTime(first) ? first : second;
};

/** @param {import('estree').Node} node the promise that is awaited: the call in `new Promise((resolve) => setTimeout(resolve, 500))` */
const callIn = (node) => {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'Promise') return node;
  const [executor] = node.arguments;
  return executor?.type === 'ArrowFunctionExpression' ? executor.body : node;
};

/**
 * Waiting for a time is an error, `await sleep(500)` or `page.waitForTimeout(500)`: what is awaited comes later on a slow machine. Between
 * the checks of a loop, and before something that happens at a random moment, it is none.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const conditions = {
  create: (context) => {
    const message =
      'Wait for a condition (expect.poll, waitFor of tests/setup): on a slow machine, what this waits for comes later';
    return {
      AwaitExpression: (node) => {
        if (!isTime(timeOf(callIn(node.argument)))) return;
        const isInLoop = context.sourceCode.getAncestors(node).some(({ type }) => loops.has(type));
        if (!isInLoop) context.report({ node, message });
      },
      // In a page, the promise is what the evaluated function returns.
      CallExpression: ({ callee, arguments: [evaluated] }) => {
        if (
          callee.type !== 'MemberExpression' ||
          callee.property.type !== 'Identifier' ||
          callee.property.name !== 'evaluate'
        )
          return;
        if (evaluated?.type === 'ArrowFunctionExpression' && isTime(timeOf(callIn(evaluated.body))))
          context.report({ node: evaluated, message });
      },
      MemberExpression: (node) => {
        if (node.property.type === 'Identifier' && node.property.name === 'waitForTimeout')
          context.report({ node, message });
      },
    };
  },
};

export default { rules: { conditions } };
