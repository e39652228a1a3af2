// Declares mails and mailers.
import type { Settings } from '../config/index.ts';

/** A mail has a `text`, an `html` or both. */
export type Mail = {
  /** One email address. */
  readonly to: string;
  readonly subject: string;
} & ({ readonly text: string; readonly html?: string } | { readonly text?: undefined; readonly html: string });

export interface Mailer {
  /** @throws Error if the transport does not accept the mail */
  readonly send: (mail: Mail) => Promise<void>;
}

export type MailSettings = Settings['mail'];

/** A text, or what else differs, in each language of mails. */
export type InMailLanguages<T> = Readonly<Record<MailSettings['language'], T>>;
