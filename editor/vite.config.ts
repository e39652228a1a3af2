// Builds the editor to dist/editor. `npx vite editor` serves it for its development, beside a running `npm run dev`.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bundlePreview } from '../bin/buildPreview.js';
import { compiledMessages } from './compiledMessages.ts';
import { usedStyles } from './usedStyles.ts';

const api = process.env.LECTERN_URL ?? 'http://localhost:3000';

const previewScript = 'virtual:preview-script';

/** Makes the text of the script that the editor sends to preview pages, and the file that pages load themselves. */
const preview: Plugin = {
  name: 'preview',
  resolveId: (id) => (id === previewScript ? `\0${previewScript}` : undefined),
  load: async (id) =>
    id === `\0${previewScript}` ? `export default ${JSON.stringify(await bundlePreview('strapiScript'))}` : undefined,
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'preview.js', source: await bundlePreview('lecternPreview') });
    // It exports nothing.
    this.emitFile({ type: 'asset', fileName: 'preview.d.ts', source: 'export {};\n' });
  },
};

/** Compresses scripts and styles as small as possible, which takes too long while a browser waits (`editorFiles.ts` reads them). */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const folder = join(dir, 'compressed');
    await mkdir(folder);
    const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(?:js|css)$/.test(fileName));
    await Promise.all(
      files.map(async (file) => {
        const bytes = await promisify(brotliCompress)(Buffer.from(file.type === 'chunk' ? file.code : file.source));
        await writeFile(join(folder, `${basename(file.fileName)}.br`), bytes);
      }),
    );
  },
};

/** Modules whose static imports make one chunk: what a first load needs, and then what most screens need. */
const screens = (...names: readonly string[]): RegExp => new RegExp(`/editor/src/(?:${names.join('|')})\\.tsx?$`);

/** Otherwise each module that two screens share is a file of its own: a form is then 140 requests. */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 6 },
  {
    name: 'login',
    test: screens('account/(?:LoginPage|ProviderLogins|ReturnFromProvider)', 'account/factors/PasskeyLogin'),
    priority: 5,
  },
  { name: 'home', test: screens('app/RequireSession', 'app/HomePage', 'document/saving/textStore'), priority: 4 },
  { name: 'icons', test: /octicons-react\/dist\/icons/, minShareCount: 2, priority: 3 },
  {
    name: 'documents',
    // Most types have these fields, which are small.
    test: screens('document/DocumentPage', 'fields/registry', 'fields/(?:Date|Relation|Media|Uid)Field(?:/index)?'),
    priority: 2,
  },
  { name: 'shared', minShareCount: 4, maxModuleSize: 12_000, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/editor/',
  plugins: [react(), preview, compiledMessages, usedStyles, compressed],
  build: {
    outDir: '../dist/editor',
    emptyOutDir: true,
    // A data: URL would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // These have light-dark(). For older ones it becomes variables that nothing sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The polyfill is an inline script, and every supported browser preloads modules.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/api': api, '/admin': api, '/uploads': api } },
});
