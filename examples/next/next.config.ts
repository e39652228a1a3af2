import type { NextConfig } from 'next';
import { editorOrigin } from './lectern/settings.ts';

const config: NextConfig = {
  // Enables 'use cache' and cacheTag.
  cacheComponents: true,
  // In Next 16.4, prefetching parts of pages logs errors while draft mode is on.
  partialPrefetching: false,
  // Pages that are built when visited stay in memory, which is limited: else requests of random addresses fill the disk with answers of 404.
  experimental: { isrFlushToDisk: false },
  headers: () => [
    {
      source: '/:path*',
      headers: [{ key: 'Content-Security-Policy', value: `frame-ancestors 'self' ${editorOrigin}` }],
    },
  ],
  turbopack: { root: import.meta.dirname },
};

export default config;
