// Whether the browser can use passkeys. The login asks, which does not load the steps of factors.

/** Whether the browser has passkeys, and JSON for them. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
