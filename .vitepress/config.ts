// The documentation as a site: bin/buildGuide.js builds it.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { defineConfig, type DefaultTheme, type MarkdownEnv, type MarkdownOptions } from 'vitepress';

const repository = 'https://github.com/lectern/lectern/blob/main';

/** The path of a page on the site, by its path in the repository: `docs/README.md` is the first page. */
const sitePath = (page: string): string =>
  page === 'docs/README.md'
    ? 'index.md'
    : page.replace(/^docs\//, '').replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());

const rootPages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const isPage = (path: string): boolean => rootPages.includes(path) || /^(?:docs|bench)\/.*\.md$/.test(path);

/** The path of a page in the repository, by its path on the site. */
const sourcePath = (page: string): string =>
  page === 'index.md'
    ? 'docs/README.md'
    : (rootPages.find((name) => sitePath(name) === page) ?? (page.startsWith('bench/') ? page : `docs/${page}`));

/** The anchor that GitHub makes of a heading, which links in the pages use. */
const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** @returns the link as it is on the site; to the repository if its target is no page */
const siteLink = (page: string, link: string): string => {
  const [path = '', anchor] = link.split('#');
  if (path === '' || /^[a-z]+:/.test(link)) return link;
  const target = posix.normalize(posix.join(posix.dirname(sourcePath(page)), path));
  return `${isPage(target) ? `/${sitePath(target)}` : `${repository}/${target}`}${anchor === undefined ? '' : `#${anchor}`}`;
};

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const extendMarkdown = (md: MarkdownIt): void => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const { relativePath } = env as MarkdownEnv; // VitePress renders pages with it.
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') token.attrSet('href', siteLink(relativePath, token.attrGet('href') ?? ''));
      // Vue reads no braces in it.
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
  });
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info.trim() === 'mermaid') return `<Diagram text="${encodeURIComponent(content)}" />`;
    return fence?.(tokens, index, ...rest) ?? '';
  };
  // So that indented code looks like fenced code, and scrolls.
  md.renderer.rules.code_block = fence;
};

/** The links of a text to other pages. */
const linksOf = (page: string, markdown: string): readonly DefaultTheme.SidebarItem[] =>
  [...markdown.matchAll(/\[([^\]]+)\]\(([^)\s]+\.md)\)/g)].map(([, text = '', link = '']) => ({
    text,
    link: siteLink(page, link),
  }));

/** The sections of the index, and the pages for contributors that ARCHITECTURE.md lists. */
const sidebar = (): DefaultTheme.SidebarItem[] => {
  const [, ...sections] = readFileSync('docs/README.md', 'utf8').split(/^## /m);
  const guides = sections.map((section) => ({
    text: section.split('\n', 1)[0] ?? '',
    items: [...section.matchAll(/^- .+/gm)].flatMap(([line]) => {
      const [page, ...references] = linksOf('index.md', line);
      return page === undefined ? [] : [{ ...page, ...(references.length === 0 ? {} : { items: [...references] }) }];
    }),
  }));
  const [, more = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(/^## More$/m);
  const root = [
    { text: 'Architecture', link: '/architecture' },
    { text: 'Contributing', link: '/contributing' },
    { text: 'Changelog', link: '/changelog' },
    { text: 'Benchmark', link: '/bench/results' },
  ];
  return [...guides, { text: 'Contribute', collapsed: true, items: [...root, ...linksOf('architecture.md', more)] }];
};

export default defineConfig({
  title: 'Lectern',
  description: 'A content API over MongoDB that speaks the REST dialect of Strapi 5',
  base: '/guide/',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '.',
  srcExclude: ['!(docs|bench)/**/*'],
  cacheDir: 'node_modules/.cache/vitepress',
  rewrites: sitePath,
  // Shiki has no grammar for the language of Varnish, which resembles C.
  markdown: {
    config: extendMarkdown,
    anchor: { slugify },
    languageAlias: { vcl: 'c' },
    shikiSetup: (shiki) => shiki.loadLanguage('c'),
  },
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    // Functions in its options would be evaluated from texts, which the policy of the pages refuses.
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
});
