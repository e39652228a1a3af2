export const signIn = {
  withProvider: 'Log in with {label}',
  or: 'or',
  linkedAccount: 'Your login',
  linkedSince: 'Linked since {time}',
  linkedText: 'You log in with {label}, and have no password here.',
  managedText: 'You log in with {label}, which decides who has access to this site.',
  unlink: 'Use a password instead',
  unlinkTitle: 'Log in with a password',
  unlinkText: 'You then log in with this password, and no longer with {label}. Your other sessions end.',
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
