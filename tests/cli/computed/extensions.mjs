const computed = { initial: { type: 'string', from: ['name'], value: () => 'A' } };

export const extensions = [
  { file: 'extensions/author.ts', definition: { types: { 'api::author.author': { computed } } } },
];
