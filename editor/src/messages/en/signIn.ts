export const signIn = {
  withProvider: 'Log in with {label}',
  or: 'or',
  failed: {
    cancelled: 'You cancelled the login.',
    expired: 'This login took too long, or began in another browser. Try again.',
    refused: 'The answer of the provider is not valid. Try again, or ask an administrator.',
    unavailable: 'The provider does not answer. Try again in a few minutes.',
    noAccess: 'Your account has no access to this site. Ask an administrator.',
    noAddress: 'The provider does not name your email address. Ask an administrator.',
    unverified: 'Your email address is not verified at the provider.',
    addressTaken:
      'There is an account with your email address already. Log in with its password, or ask an administrator.',
    blocked: 'Your account is blocked. Ask an administrator.',
  },
} as const;
