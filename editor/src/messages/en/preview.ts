export const preview = {
  title: 'Preview',
  published: 'Published page',
  version: 'Version',
  versions: { draft: 'Draft', published: 'Published', both: 'Both' },
  locale: 'Locale of the page',
  width: 'Width of the page',
  widths: { fit: 'Fit', phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  dark: 'Dark page',
  unreadable: 'You may not read the document that this text comes from.',
} as const;
