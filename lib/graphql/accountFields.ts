// The mutations of accounts and files that Strapi's plugins add.
import { GraphQLID, GraphQLObjectType, type GraphQLInputObjectType } from 'graphql';
import type { Question } from '../api/ask.ts';
import { ApiError } from '../errors.ts';
import { builtInUids, isObject, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { rowOf } from './compile.ts';
import { fixedInput, fixedObject } from './fixedTypes.ts';
import { answeredBy, compile, encode, orNull, type Resolve, type RootContext } from './rootFields.ts';
import { scalarOf } from './scalars.ts';
import { nonNull, type Field, type Fields, type TypeBuilder } from './TypeBuilder.ts';

type Args = RootContext['args'];

const idArg = { id: { type: nonNull(GraphQLID) } };

const pathOf = (list: string, { id }: Args): string => (id === undefined ? list : `${list}/${encode(id)}`);

/** Asks one question, whose answer has no envelope. */
const askOne =
  (questionOf: (args: Args) => Question, type?: ContentType): Resolve =>
  async (context) => {
    const { read } = compile(context, type);
    return read((await context.ask(questionOf(context.args))).body);
  };

const post = (path: string, bodyOf = (args: Args): object => args): Resolve =>
  askOne((args) => ({ method: 'POST', path: `/api/auth/${path}`, body: bodyOf(args) }));

const credentialsOf = ({ input }: Args): object => {
  const { provider, ...credentials } = rowOf(input);
  if (provider !== 'local') throw new ApiError(400, 'ApplicationError', 'This provider is disabled');
  return credentials;
};

/** What answers the fields that are the same in each schema. */
const resolvers: Readonly<Record<string, Resolve>> = {
  me: askOne(() => ({ method: 'GET', path: '/api/users/me', query: { populate: 'role' } })),
  login: post('local', credentialsOf),
  register: post('local/register', ({ input }) => rowOf(input)),
  forgotPassword: post('forgot-password'),
  resetPassword: post('reset-password'),
  changePassword: post('change-password'),
  // Null, because a mailed link logs nobody in.
  emailConfirmation: askOne((query) => ({ method: 'GET', path: '/api/auth/email-confirmation', query })),
};

/** @param type Query or Mutation */
export const fixedFields = (type: string): Fields =>
  Object.fromEntries(
    Object.entries(fixedObject(type).toConfig().fields).map(([name, field]) => [
      name,
      { ...field, extensions: { resolve: resolvers[name] } },
    ]),
  );

const methods = { Create: 'POST', Update: 'PUT', Delete: 'DELETE' } as const;

type Method = (typeof methods)[keyof typeof methods];

/** The mutations of users or roles. @param type of their answers; undefined: their own payloads */
const managed = (
  name: string,
  input: GraphQLInputObjectType,
  resolve: (method: Method) => Resolve,
  type?: Field['type'],
): Fields =>
  Object.fromEntries(
    Object.entries(methods).map(([action, method]) => {
      const payload = fixedObject(`UsersPermissions${action}RolePayload`);
      const data = method === 'DELETE' ? {} : { data: { type: nonNull(input) } };
      const args = { ...(method === 'POST' ? {} : idArg), ...data };
      return [`${action.toLowerCase()}${name}`, answeredBy({ type: type ?? payload, args }, resolve(method))];
    }),
  );

const writeRole = (method: Method): Resolve =>
  askOne((args) => ({ method, path: pathOf('/api/users-permissions/roles', args), body: args.data }));

/** Writes have the user and its role in their answer. What else is selected is read after them, by callers who may. */
const writeUser =
  (user: ContentType, method: Method): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, user);
    const { body: written } = await ask({ method, path: pathOf('/api/users', args), body: args.data });
    if (!isObject(written) || method === 'DELETE' || !selection.root.populates) return read({ data: written });
    const path = pathOf('/api/users', { id: written.documentId });
    const readAgain = selection.readAll<{ readonly rows: unknown }>(async (query) => ({
      rows: (await ask({ method: 'GET', path, query })).body,
    }));
    const { rows } = await readAgain.catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return { rows: written };
      throw error;
    });
    return read({ data: rows });
  };

/** The mutations beside those of content. */
export const accountFields = (schema: Schema, builder: TypeBuilder): Fields => {
  const [file, user] = [typeOf(schema, builtInUids.file), typeOf(schema, builtInUids.user)];
  const fields = { data: { type: builder.object(user) } };
  const make = (name: string) => new GraphQLObjectType({ name, fields });
  const response = nonNull(builder.define('UsersPermissionsUserEntityResponse', user, make));
  const changeFile = askOne(
    ({ id, info }) => ({ method: 'POST', path: '/api/upload', query: { id }, body: { fileInfo: info ?? {} } }),
    file,
  );
  const deleteFile = askOne((args) => ({ method: 'DELETE', path: pathOf('/api/upload/files', args) }), file);
  const object = builder.object(file);
  const args = { ...idArg, info: { type: fixedInput('FileInfoInput') } };
  const newRole = builder.input(typeOf(schema, builtInUids.role), { permissions: { type: scalarOf.json } });
  return {
    updateUploadFile: answeredBy({ type: nonNull(object), args }, changeFile),
    deleteUploadFile: answeredBy({ type: object, args: idArg }, (context) => orNull(deleteFile(context))),
    ...managed('UsersPermissionsRole', newRole, writeRole),
    ...managed('UsersPermissionsUser', builder.input(user), (method) => writeUser(user, method), response),
    ...fixedFields('Mutation'),
  };
};
