// Content types with components on every kind of path: single, repeatable, nested, in zones, inside themselves.
import { schemaOf, typeFile, localized } from '../setup/schema.ts';

const component = (uid: string, repeatable = false) => ({
  type: 'component',
  component: uid,
  repeatable,
  ...localized,
});
const text = { type: 'string' };

const file = (name: string, attributes: object, { drafts = true, locales = false } = {}): [string, string] => [
  `${name}.json`,
  typeFile(name, attributes, { options: { draftAndPublish: drafts }, pluginOptions: { i18n: { localized: locales } } }),
];

const part = (name: string, attributes: object): [string, string] => [
  `components/shared/${name}.json`,
  JSON.stringify({ info: { displayName: name }, attributes }),
];

const tag = { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' };

export const files: Readonly<Record<string, string>> = Object.fromEntries([
  file(
    'page',
    {
      title: { ...text, ...localized },
      code: { ...text, writable: false, ...localized },
      lock: { ...component('shared.perk'), writable: false },
      seo: component('shared.perk'),
      perks: component('shared.perk', true),
      shared: { type: 'component', component: 'shared.perk', repeatable: true },
      sections: component('shared.section', true),
      tree: component('shared.branch'),
      blocks: { type: 'dynamiczone', components: ['shared.perk', 'shared.section'], ...localized },
      tag: { ...tag, ...localized },
    },
    { locales: true },
  ),
  file('tag', { name: text, seo: component('shared.perk'), perks: component('shared.perk', true) }, { drafts: false }),
  file('note', { a: component('shared.fork') }),
  part('fork', { a: component('shared.fork', true), b: component('shared.fork'), c: component('shared.fork') }),
  part('perk', {
    label: { ...text, required: true },
    count: { type: 'integer', default: 5 },
    tag,
  }),
  part('card', { label: text, perks: component('shared.perk', true) }),
  part('section', {
    title: text,
    notes: { ...component('shared.perk', true), private: true },
    hero: component('shared.card'),
    cards: component('shared.card', true),
  }),
  part('branch', { label: text, twigs: component('shared.branch', true), perk: component('shared.perk') }),
]);

export const site = schemaOf(files);

const perk = (label: string) => ({ label });

/** A body that uses every path. */
export const page = (name: string) => ({
  title: name,
  seo: perk(`${name} seo`),
  perks: [perk(`${name} a`), perk(`${name} b`)],
  sections: [
    {
      title: 's0',
      notes: [perk('note')],
      hero: { label: 'h0', perks: [perk('h0 p')] },
      cards: [{ label: 'c0', perks: [perk('c0 p')] }],
    },
    { title: 's1' },
    {
      title: 's2',
      hero: { label: 'h2' },
      cards: [
        { label: 'c1', perks: [perk('c1 p'), perk('c1 q')] },
        { label: 'c2', perks: [perk('c2 p')] },
      ],
    },
  ],
  tree: {
    label: 'root',
    perk: perk('root p'),
    twigs: [
      { label: 't0', twigs: [{ label: 't00', perk: perk('t00 p') }] },
      { label: 't1', perk: perk('t1 p') },
    ],
  },
  blocks: [
    { __component: 'shared.perk', ...perk('z0') },
    { __component: 'shared.section', title: 'z1', cards: [{ label: 'zc', perks: [perk('zc p')] }] },
    { __component: 'shared.perk', ...perk('z2') },
  ],
});

/** Populates every path of `page`. */
export const everything = [
  'populate[lock]=true',
  'populate[seo]=true',
  'populate[perks]=true',
  'populate[sections][populate][hero][populate]=perks',
  'populate[sections][populate][cards][populate]=perks',
  'populate[tree][populate][perk]=true',
  'populate[tree][populate][twigs][populate][perk]=true',
  'populate[tree][populate][twigs][populate][twigs][populate]=perk',
  'populate[blocks][on][shared.perk]=true',
  'populate[blocks][on][shared.section][populate][cards][populate]=perks',
].join('&');
