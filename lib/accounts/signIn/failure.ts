// Declares why a login by a provider can fail. The person learns the reason, and never what the provider answered.

export type SignInReason =
  | 'cancelled'
  /** Also a login that another browser began, or one that is used again. */
  | 'expired'
  /** The answer of the provider is not valid, or names a person who may not go on. */
  | 'refused'
  | 'unavailable'
  | 'noAccess'
  | 'noAddress'
  | 'unverified'
  | 'addressTaken'
  | 'blocked';

/** A login that failed. The message and the cause are for the log. */
export class SignInFailure extends Error {
  readonly reason: SignInReason;
  /** The documentId of the user whom the provider has named. */
  user?: string | undefined;

  constructor(reason: SignInReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
