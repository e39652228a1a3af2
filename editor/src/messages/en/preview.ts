export const preview = {
  title: 'Preview',
  published: 'Published page',
  version: 'Version',
  versions: { draft: 'Draft', published: 'Published', both: 'Both' },
  locale: 'Locale of the page',
  width: 'Width of the page',
  widths: { fit: 'Fit', phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  dark: 'Dark page',
  reload: 'Load again',
  problems: {
    away: {
      title: 'The page does not answer',
      text: 'Does the site run, and can this browser reach it? The setting “preview.url” names the address.',
    },
    silent: {
      title: 'The page is not a preview',
      text: 'If you see an error below: does the site run at this address, and what does it log? If you see your page: it does not load “lectern/preview”, so it is only loaded again after each save.',
    },
  },
  unreadable: 'You may not read the document that this text comes from.',
  afterwards: 'The site as it will be',
  page: 'Page',
  untitled: '(untitled)',
} as const;
