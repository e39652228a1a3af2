// Makes content types as large sites have them: 60 attributes each, components, relations to each other, descriptions.

const kinds = ['string', 'text', 'richtext', 'integer', 'boolean', 'datetime', 'json', 'blocks', 'email'];
const attributesOfType = 60;

const plain = (count: number): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const type = kinds[index % kinds.length] ?? 'string';
      const rules = index % 5 === 0 && type === 'string' ? { required: index === 0, maxLength: 200 } : {};
      return [`attribute${index}`, { type, ...rules }];
    }),
  );

/** @returns the files by their names */
export const largeSite = (count: number): Readonly<Record<string, string>> => {
  const component = {
    ...{ collectionName: 'components_part_cards', info: { displayName: 'Card' } },
    attributes: { title: { type: 'string' }, picture: { type: 'media', multiple: false }, text: { type: 'richtext' } },
  };
  const types = Array.from({ length: count }, (_, index) => {
    const name = `product-${index}`;
    const info = {
      ...{ singularName: name, pluralName: `products-${index}`, displayName: `Product ${index}` },
      description: `What the department ${index} sells, with its prices, pictures and relations`,
    };
    const attributes = {
      ...plain(attributesOfType - 5),
      cover: { type: 'media', multiple: false },
      cards: { type: 'component', component: 'part.card', repeatable: true },
      zone: { type: 'dynamiczone', components: ['part.card'] },
      next: {
        type: 'relation',
        relation: 'manyToOne',
        target: `api::product-${(index + 1) % count}.product-${(index + 1) % count}`,
      },
      others: { type: 'relation', relation: 'manyToMany', target: `api::product-${index}.product-${index}` },
    };
    const type = {
      ...{ kind: 'collectionType', info, options: { draftAndPublish: true, review: ['writing', 'ready'] } },
      ...{ pluginOptions: { i18n: { localized: true } }, attributes },
    };
    return [`${name}.json`, JSON.stringify(type)] as const;
  });
  return { 'components/part/card.json': JSON.stringify(component), ...Object.fromEntries(types) };
};
