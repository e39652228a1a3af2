// Checks a body and hashes its passwords.
import { checkInput, mergeErrors, type CheckedBody } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { findPasswords, hashPasswords, passwordLengthFaults } from '../values/passwords.ts';
import { isPublished, type WriteTarget } from './writeTarget.ts';

/**
 * Checks a body, without the document that it will be applied to.
 *
 * @param data the body's `data`
 * @throws ApiError 400 when it is not an object, or has a key that the type does not have
 */
export const checkBody = async (
  service: Service,
  target: Pick<WriteTarget, 'type' | 'status' | 'relatable' | 'onlyWritable' | 'faults'>,
  data: unknown,
): Promise<CheckedBody> => {
  const rules = isPublished(target) ? 'published' : 'draft';
  const checked = checkInput(service.schema, target.type, data, rules, {
    mayFind: target.relatable?.type,
    onlyWritable: target.onlyWritable,
  });
  const { input } = checked;
  const passwords = findPasswords(input, target.type.attributes, service.schema);
  const errors = mergeErrors([...(target.faults ?? []), ...passwordLengthFaults(passwords)], checked.errors);
  // Hashing takes 0.2 s, so the passwords of an invalid body are not hashed.
  return {
    input:
      errors.length > 0 || passwords.length === 0 ? input : await hashPasswords(input, target.type.attributes, service),
    errors,
  };
};
