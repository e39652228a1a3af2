export const extensions = [
  {
    file: 'extensions/author.ts',
    definition: {
      types: {
        'api::author.author': {
          computed: { initial: { type: 'string', from: ['first'], value: () => 'A' } },
        },
      },
    },
  },
];
