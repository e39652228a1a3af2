export const common = {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  loading: 'Loading…',
  retry: 'Try again',
  save: 'Save',
  status: { draft: 'Draft', modified: 'Modified', published: 'Published' },
  noConnection: 'The server does not answer. Check your connection.',
  unexpectedError: 'Something went wrong: {message}',
} as const;
