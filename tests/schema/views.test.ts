// View files: which are read, and their faults.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { formatFault, loadSchema, viewFaults, viewPathOf } from '../../lib/schema/index.ts';
import { lectern } from '../cli/inProcess.ts';
import { build, component, relation, string, type } from './folder.ts';

const blog = {
  article: type('article', {
    title: string,
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    views: { type: 'integer' },
    cover: { type: 'media' },
    seo: { type: 'component', component: 'shared.seo' },
    topic: relation('manyToOne', 'api::topic.topic'),
    topics: relation('manyToMany', 'api::topic.topic'),
  }),
  topic: type('topic', { name: string }),
  'components/shared/seo': component({ metaTitle: string }),
};

const faultsOfView = (view: unknown, path = 'article.view'): readonly string[] => {
  const { schema, faults } = build({ ...blog, [path]: typeof view === 'string' ? view : JSON.stringify(view) });
  return (schema === undefined ? faults : viewFaults(schema)).map(formatFault);
};

const complete = {
  label: { en: 'Article', 'de-CH': 'Artikel' },
  pluralLabel: 'Articles',
  group: 'Magazine',
  icon: 'book',
  visible: true,
  mainField: 'title',
  attributes: {
    title: { label: 'Headline', description: 'Short', placeholder: 'A headline', width: 8 },
    slug: { visible: false, editable: false },
  },
  groups: [
    { attributes: ['title', 'body'] },
    { kind: 'tab', label: 'Search', attributes: ['seo'] },
    { kind: 'side', label: { de: 'Fakten' }, attributes: ['topic'] },
  ],
  list: {
    columns: ['topic', 'views', 'updatedAt', 'updatedBy'],
    sort: 'topic.name:asc',
    pageSize: 25,
    picture: 'cover',
  },
};

describe('a view', () => {
  test('is read, and is no type of its own', () => {
    const { schema, faults } = build({
      ...blog,
      'article.view': JSON.stringify(complete),
      'components/shared/seo.view': JSON.stringify({ label: 'Search engines', mainField: 'metaTitle' }),
    });
    expect(faults).toEqual([]);
    expect(schema?.source?.views.get('api::article.article')).toEqual({ file: 'article.view.json', view: complete });
    expect(schema?.source?.views.get('shared.seo')?.view).toEqual({ label: 'Search engines', mainField: 'metaTitle' });
    expect([...(schema?.served.keys() ?? [])]).toEqual(['articles', 'topics']);
    expect(schema === undefined ? [] : viewFaults(schema)).toEqual([]);
  });

  test('sorts lists by the status of drafts', () => {
    const draft = type('draft', { title: string }, { options: { draftAndPublish: true } });
    const { schema } = build({ draft, 'draft.view': JSON.stringify({ list: { sort: '$status:desc' } }) });
    expect(schema === undefined ? undefined : viewFaults(schema)).toEqual([]);
  });

  test('names the stage and the assignee of types that have them', () => {
    const view = JSON.stringify({ list: { columns: ['strapi_stage', 'strapi_assignee'], sort: 'strapi_stage:asc' } });
    const faults = (options: object) => {
      const { schema } = build({ draft: type('draft', { title: string }, { options }), 'draft.view': view });
      return schema === undefined ? undefined : viewFaults(schema).map(({ path }) => path);
    };
    expect(faults({ draftAndPublish: true, review: ['writing', 'ready'] })).toEqual([]);
    expect(faults({ draftAndPublish: true })).toEqual(['list.columns.0', 'list.columns.1', 'list.sort']);
  });

  test('is beside its schema file', () => {
    expect(
      ['article.json', 'components/shared/seo.json', 'src/api/blog/content-types/post/schema.json'].map(viewPathOf),
    ).toEqual(['article.view.json', 'components/shared/seo.view.json', 'src/api/blog/content-types/post/view.json']);
  });
});

describe('in a folder', () => {
  let dir: string | undefined;
  afterEach(() => (dir === undefined ? undefined : rm(dir, { recursive: true })));

  test.each(['', 'src/api/blog/content-types/post/'])('views of %j are read with the schemas', async (folder) => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-views-'));
    const stem = folder === '' ? 'post' : 'schema';
    const path = `${folder}${folder === '' ? 'post.view.json' : 'view.json'}`;
    for (const [file, text] of [
      [`${folder}${stem}.json`, type('post', { title: string })],
      [path, '{"pluralLabel": "News"}'],
    ] as const) {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), text);
    }
    const { schema } = await loadSchema(dir);
    expect([...(schema.source?.views.values() ?? [])]).toEqual([{ file: path, view: { pluralLabel: 'News' } }]);
  });

  test('faults of views end the commands that check a project', async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-views-'));
    await writeFile(join(dir, 'post.json'), type('post', { title: string }));
    await writeFile(join(dir, 'post.view.json'), '{"mainField": "titel"}');
    const fault = 'post.view.json  mainField: there is no attribute "titel"; did you mean "title"?\n';
    const env = { CONTENT_TYPES: dir };
    expect(await lectern(['types', 'check'], env)).toMatchObject({ code: 1, stdout: fault });
    expect((await lectern(['check'], env)).stderr).toContain(fault);
  });

  test('so do pictures that views and the configuration name, and the project does not have', async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-views-'));
    await mkdir(join(dir, 'types/components/shared'), { recursive: true });
    await writeFile(join(dir, 'types/components/shared/hero.json'), component({ text: string }));
    await writeFile(join(dir, 'types/components/shared/hero.view.json'), '{"preview": "heros.webp"}');
    await writeFile(join(dir, 'types/components/shared/quote.json'), component({ text: string }));
    await writeFile(join(dir, 'types/components/shared/quote.view.json'), '{"preview": "/uploads/quote.webp"}');
    await writeFile(join(dir, 'lectern.json'), '{"editor": {"logo": "logo.svg"}}');
    await writeFile(join(dir, 'files.json'), '{"fields": {}, "pictures": {"hero.webp": "assets/hero-01.webp"}}');
    const env = {
      CONTENT_TYPES: join(dir, 'types'),
      LECTERN_CONFIG: join(dir, 'lectern.json'),
      LECTERN_EDITOR_FILES: dir,
    };
    const faults = [
      `${env.LECTERN_CONFIG}  editor.logo: there is no extensions/editor/logo.svg`,
      'components/shared/hero.view.json  preview: there is no extensions/editor/heros.webp; did you mean "hero.webp"?',
    ];
    expect(await lectern(['types', 'check'], env)).toMatchObject({ code: 1, stdout: `${faults.join('\n')}\n` });
    const { stderr } = await lectern(['check'], env);
    for (const fault of faults) expect(stderr).toContain(fault);
  });
});

const at = (path: string, message: string): string[] => [`article.view.json  ${path}: ${message}`];

describe('faults of', () => {
  test.each<readonly [unknown, readonly string[]]>([
    ['{"label":', ['article.view.json: is not JSON: line 1, column 10: expected a value']],
    [[], ['article.view.json: write an object, not []']],
    [{ labels: 'x' }, at('labels', 'is not known; did you mean "label"?')],
    [{ attributes: { title: { lable: 'x' } } }, at('attributes.title.lable', 'is not known; did you mean "label"?')],
    [
      { label: 3 },
      at('label', 'write a text, or a text for each language, such as {"en": "Title", "de": "Titel"}, not 3'),
    ],
    [{ label: { English: 'x' } }, at('label', 'write a language, such as "en" or "de-CH", not "English"')],
    [
      { attributes: { title: { width: 13 } } },
      at('attributes.title.width', 'write a whole number from 1 to 12, not 13'),
    ],
    [
      { groups: [{ kind: 'tabs', attributes: [] }] },
      at('groups.0.kind', 'write one of section, tab, side, not "tabs"; did you mean "tab"?'),
    ],
    [
      { list: { sort: 'title:up' } },
      at('list.sort', 'write an attribute or $status and a direction, such as "publishedOn:desc", not "title:up"'),
    ],
    [{ attributes: { titel: {} } }, at('attributes.titel', 'there is no attribute "titel"; did you mean "title"?')],
    [{ mainField: 'body' }, at('mainField', '"body" is of type richtext; write an attribute with a short text')],
    [
      { groups: [{ attributes: ['title', 'sluk'] }] },
      at('groups.0.attributes.1', 'there is no attribute "sluk"; did you mean "slug"?'),
    ],
    [
      { groups: [{ attributes: ['title'] }, { attributes: ['title'] }] },
      at('groups.1.attributes.0', '"title" is in another group already'),
    ],
    [{ groups: [{ kind: 'tab', attributes: ['title'] }] }, at('groups.0.label', 'is missing; a tab needs one')],
    [
      { list: { columns: ['publishedAd'] } },
      at('list.columns.0', 'there is no attribute "publishedAd"; did you mean "publishedAt"?'),
    ],
    [
      { list: { columns: ['seo'] } },
      at('list.columns.0', '"seo" is of type component; its values are too long for a column; write another attribute'),
    ],
    [{ list: { sort: 'topic.nam' } }, at('list.sort', 'there is no attribute "nam"; did you mean "name"?')],
    [{ list: { sort: '$status:desc' } }, at('list.sort', 'there is no attribute "$status"')],
    [
      { list: { sort: 'topics.name' } },
      at('list.sort', '"topics" has no attributes to sort by; write another attribute'),
    ],
    [{ list: { sort: 'body' } }, at('list.sort', 'lists cannot be sorted by "body"; write another attribute')],
    [{ list: { picture: 'title' } }, at('list.picture', '"title" is of type string; write a media attribute')],
  ])('%j: %j', (view, faults) => {
    expect(faultsOfView(view)).toEqual(faults);
  });

  test('a view without a schema file', () => {
    expect(faultsOfView({}, 'artikel.view')).toEqual([
      'artikel.view.json: there is no artikel.json, whose view it would be',
    ]);
  });

  test('a picture that the editor cannot show', () => {
    const faults = ['seo.txt', 'https://example.org/seo.png', '../seo.png'].map((preview) =>
      faultsOfView({ preview }, 'components/shared/seo.view'),
    );
    for (const fault of faults)
      expect(fault).toEqual([expect.stringContaining('preview: write the name of a picture in extensions/editor')]);
    for (const preview of ['seo card.webp', '/uploads/seo.png'])
      expect(faultsOfView({ preview }, 'components/shared/seo.view')).toEqual([]);
    expect(faultsOfView({ preview: 'seo.webp' })).toHaveLength(1);
  });

  test('a component: it has neither lists nor tabs', () => {
    expect(faultsOfView({ list: {} }, 'components/shared/seo.view')).toEqual([
      'components/shared/seo.view.json  list: is not known; there is label, description, icon, mainField, attributes, groups, preview',
    ]);
    expect(faultsOfView({ groups: [{ kind: 'tab', attributes: [] }] }, 'components/shared/seo.view')).toEqual([
      'components/shared/seo.view.json  groups.0.kind: write one of section, not "tab"',
    ]);
  });
});
