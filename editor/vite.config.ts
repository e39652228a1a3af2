// Builds the editor to dist/editor. `npx vite editor` serves it for its development, beside a running `npm run dev`.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.LECTERN_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/editor/',
  plugins: [react()],
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
  },
  server: { proxy: { '/api': api, '/admin': api, '/uploads': api } },
});
