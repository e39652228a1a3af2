import type { NextConfig } from 'next';

const config: NextConfig = {
  // Enables 'use cache' and cacheTag.
  cacheComponents: true,
  // In Next 16.4, prefetching parts of pages logs errors while draft mode is on.
  partialPrefetching: false,
  turbopack: { root: import.meta.dirname },
};

export default config;
