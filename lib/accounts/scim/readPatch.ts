// Reads PATCH bodies (RFC 7644, 3.5.2), also in the forms of Entra ID and Okta that differ from it: operations with a capital
// letter, and values without a path.
import { isObject } from '../../schema/index.ts';
import { byLowerCase } from './readValues.ts';
import { invalidValue, scimError } from './scimError.ts';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Without the name of the schema. Its names have no letter case. */
  readonly path: string;
  readonly value: unknown;
}

const maxOperations = 1_000;
const pathForm = /^[a-z][\w:.$-]*(?:\[[^[\]]*\](?:\.[\w$-]+)?)?$/i;
const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

const isOperator = (op: string): op is PatchOperation['op'] => ['add', 'replace', 'remove'].includes(op);

const readOperation = (operation: unknown): readonly PatchOperation[] => {
  if (!isObject(operation)) throw scimError(400, 'Operations are objects', 'invalidSyntax');
  const { op: sentOp, path, value } = operation;
  const op = typeof sentOp === 'string' ? sentOp.toLowerCase() : '';
  if (!isOperator(op)) throw scimError(400, 'op must be add, replace or remove', 'invalidSyntax');
  if (path !== undefined && path !== '') {
    if (typeof path !== 'string' || !pathForm.test(path))
      throw scimError(400, 'path is not a path of an attribute', 'invalidPath');
    return [{ op, path: path.replace(schemaPrefix, ''), value }];
  }
  if (op === 'remove') throw scimError(400, 'remove needs a path', 'invalidPath');
  if (!isObject(value)) throw invalidValue('Without a path, value must be an object of attributes');
  return Object.entries(value).map(([name, one]) => ({ op, path: name.replace(schemaPrefix, ''), value: one }));
};

/** @throws ApiError 400 with the `scimType` of what is wrong */
export const readPatch = (body: unknown): readonly PatchOperation[] => {
  const { operations } = byLowerCase(body);
  if (!Array.isArray(operations)) throw scimError(400, 'A PATCH has a list of Operations', 'invalidSyntax');
  // Without a path, each attribute of the value is one.
  const read = operations.flatMap(readOperation);
  if (read.length > maxOperations) throw scimError(413, `A PATCH has at most ${maxOperations} operations`);
  return read;
};
