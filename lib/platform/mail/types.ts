// A mail, and what sends it.
import type { Settings } from '../config/index.ts';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface Mailer {
  /** @throws Error when it could not be handed over */
  readonly send: (mail: Mail) => Promise<void>;
}

export type MailSettings = Settings['mail'];
