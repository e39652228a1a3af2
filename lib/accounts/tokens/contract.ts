// Declares the operations on API tokens.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  fullObject,
  integer,
  nullable,
  text,
} from '../../contracts/contract.ts';
import { tokenTypes } from '../../platform/tokenTypes.ts';

const maxLifespan = 100 * 365 * 24 * 3_600_000;

const type = {
  type: 'string',
  enum: tokenTypes,
  rules: { any: `must be one of the following values: ${tokenTypes.join(', ')}` },
} as const;

const answered = {
  ...{ id: integer, name: text, description: text, type },
  lifespan: { type: ['integer', 'null'], description: 'milliseconds; null: it never expires' },
  ...{ lastUsedAt: nullable(dateTime), expiresAt: nullable(dateTime), createdAt: dateTime, updatedAt: dateTime },
  permissions: arrayOf(text),
} as const;

const Token = fullObject(answered);
const TokenWithKey = fullObject({ ...answered, accessKey: text });

const changeable = {
  name: {
    type: 'string',
    ...{ trim: true, minLength: 1, maxLength: 255, format: 'name' },
    // `lectern token revoke` takes a name or an id.
    pattern: '^(?!\\d+$)',
    rules: { null: 'is a required field', pattern: 'must not be a number: ids are numbers' },
  },
  description: { type: ['string', 'null'], trim: true, maxLength: 1_000 },
  type,
  /** Of a custom token: names of permissions, in full or short. */
  permissions: { type: ['array', 'null'], items: text },
} as const;

const lifespan = {
  type: ['integer', 'null'],
  ...{ minimum: 1, maximum: maxLifespan },
  description: 'in milliseconds; null: it never expires',
  rules: { any: `must be milliseconds, a whole number from 1 to ${maxLifespan}, or null` },
} as const;

/** Only the answers that create a token or replace its key have the key. */
export const tokenContract = defineContract({
  tag: 'API tokens',
  function: 'general',
  path: '/admin/api-tokens',
  access: 'admin::api-tokens.manage',
  params: { id: { type: 'integer', description: 'the id of a token' } },
  schemas: { Token, TokenWithKey },
  operations: {
    findTokens: {
      method: 'GET',
      summary: 'Lists the API tokens',
      returns: 'The tokens, sorted by name',
      answer: dataAnswer(arrayOf(Token)),
    },
    createToken: {
      method: 'POST',
      summary: 'Creates an API token',
      body: closedObject({ ...changeable, lifespan }, ['name']),
      example: { name: 'site', type: 'read-only' },
      status: 201,
      returns: 'The token with its key, which only this answer contains',
      answer: dataAnswer(TokenWithKey),
      next: ['findToken', 'updateToken', 'regenerateToken', 'deleteToken'],
    },
    findToken: {
      method: 'GET',
      path: '/{id}',
      summary: 'Reads one API token',
      returns: 'The token, without its key',
      answer: dataAnswer(Token),
    },
    updateToken: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Changes an API token',
      body: closedObject(changeable),
      returns: 'The changed token',
      answer: dataAnswer(Token),
    },
    deleteToken: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Revokes an API token',
      returns: 'The deleted token',
      answer: dataAnswer(Token),
    },
    regenerateToken: {
      method: 'POST',
      path: '/{id}/regenerate',
      summary: 'Replaces the key of an API token',
      status: 201,
      returns: 'The token with its key, which only this answer contains',
      answer: dataAnswer(TokenWithKey),
    },
  },
});
