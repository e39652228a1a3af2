// Declares why a login by a provider can fail. The person learns the reason, and never what the provider answered.

/** `expired`: also a login that another browser began, or one that is used again. `refused`: the provider's answer is not valid. */
export type SignInReason =
  | 'cancelled'
  | 'expired'
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

  constructor(reason: SignInReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
