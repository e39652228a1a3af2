import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  // For the pages in the editor. All others are static, in `dist/client`.
  adapter: node({ mode: 'standalone' }),
  // Holds the content and the cursor between builds. The default is in node_modules, which `npm ci` removes.
  cacheDir: '.cache',
});
