// The headers that protect the editor's page.

/** @param policy the Content-Security-Policy */
export const editorHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
});
