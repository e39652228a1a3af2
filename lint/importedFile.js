// @ts-check
// Finds the file that an import statement names.
import { dirname, join } from 'node:path';

/**
 * @param {import('eslint').Rule.RuleContext} context
 * @param {import('estree').Node & { source?: unknown }} node an import, or an export that may have a source
 * @returns {string | undefined} an absolute path; undefined for a package
 */
export const importedFile = (context, node) => {
  const source = /** @type {{ value?: unknown } | null | undefined} */ (node.source)?.value;
  return typeof source === 'string' && source.startsWith('.') ? join(dirname(context.filename), source) : undefined;
};
