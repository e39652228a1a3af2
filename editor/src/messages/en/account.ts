export const account = {
  login: 'Log in',
  identifier: 'Email address or name',
  password: 'Password',
} as const;
