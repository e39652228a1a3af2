export const account = {
  login: 'Anmelden',
  identifier: 'E-Mail-Adresse oder Name',
  password: 'Passwort',
} as const;
