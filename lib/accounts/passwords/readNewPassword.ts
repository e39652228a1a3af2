// Reads the bodies that set a new password.
import { invalidValues } from '../../errors.ts';
import { readObject, readTexts, refuseOtherKeys } from '../authBody.ts';

/**
 * Reads a new password with its confirmation, and the secret that permits setting it.
 *
 * @param secret its name
 * @param others keys that the body may have too
 * @throws ApiError 400 if the two passwords differ, for missing values, and for other keys
 */
export const readNewPassword = <Name extends string>(
  requestBody: unknown,
  secret: Readonly<Record<Name, 'secret'>>,
  others: readonly string[] = [],
): Readonly<Record<'password' | Name, string>> => {
  const body = readObject(requestBody);
  const kinds = { passwordConfirmation: 'secret', password: 'secret', ...secret } as const;
  const texts = readTexts(body, kinds);
  refuseOtherKeys(body, [...Object.keys(kinds), ...others]);
  if (texts.password !== texts.passwordConfirmation) {
    const message = 'Passwords do not match';
    throw invalidValues([{ path: ['passwordConfirmation'], message, value: undefined }]);
  }
  return texts;
};
