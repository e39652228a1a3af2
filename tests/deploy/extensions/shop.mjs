// Built extensions with routes.
const handler = () => undefined;

export const extensions = [
  { file: 'extensions/articles.ts', definition: {} },
  {
    file: 'extensions/shop.ts',
    definition: {
      routes: [
        { method: 'GET', path: '/orders/{id}', permission: 'orders.find', handler },
        { method: 'POST', path: '/orders', permission: 'everyone', handler },
      ],
    },
  },
];
