// Compiles the texts of the editor when it is built, so that the page has no parser of the ICU message format.
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const stringsIn = (node: Node): readonly Node[] => {
  if (node.type === 'Property' && isNode(node.value) && typeof node.value.value === 'string') return [node.value];
  return Object.values(node).flat().filter(isNode).flatMap(stringsIn);
};

export const compiledMessages: Plugin = {
  name: 'compiled-messages',
  apply: 'build',
  config: () => ({
    resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
  }),
  transform: {
    filter: { id: /\/editor\/src\/messages\/[a-z]{2}\/\w+\.ts$/ },
    handler(code) {
      let compiled = code;
      for (const { start, end, value } of [...stringsIn(this.parse(code))].reverse())
        compiled = compiled.slice(0, start) + JSON.stringify(compile(String(value))) + compiled.slice(end);
      return { code: compiled, map: null };
    },
  },
};
