// The settings of Strapi that Lectern has in its configuration and in its locales.
import type { Config } from '../../lib/platform/config/index.ts';
import { defaultLocaleKey, type ArchiveConfiguration } from '../archive/index.ts';

const setting = (key: string, value: unknown): ArchiveConfiguration => ({
  type: 'core-store',
  value: { key, value, type: typeof value, environment: null, tag: null },
});

/** @returns the rows of Strapi's settings; Strapi starts with its defaults for all others */
export const configurationRows = ({ auth }: Config, defaultLocale: string): readonly ArchiveConfiguration[] => [
  setting(defaultLocaleKey, defaultLocale),
  setting('plugin_users-permissions_advanced', {
    unique_email: true,
    allow_register: auth.register,
    email_confirmation: auth.emailConfirmation,
    email_reset_password: auth.resetPasswordUrl === '' ? null : auth.resetPasswordUrl,
    email_confirmation_redirection: auth.confirmationRedirectUrl === '' ? null : auth.confirmationRedirectUrl,
    default_role: 'authenticated',
  }),
];
