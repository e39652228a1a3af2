import { defineConfig } from 'astro/config';

export default defineConfig({
  // Holds the content and the cursor between builds. The default is in node_modules, which `npm ci` removes.
  cacheDir: '.cache',
});
