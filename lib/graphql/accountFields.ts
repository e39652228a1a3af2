// The mutations of accounts and files that Strapi's plugins add.
import { GraphQLID, GraphQLObjectType, type GraphQLInputObjectType } from 'graphql';
import type { RestRequest } from '../api/restClient.ts';
import { ApiError } from '../errors.ts';
import { builtInUids, isObject, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { rowOf } from './compile.ts';
import { fixedInput, fixedObject } from './fixedTypes.ts';
import { answeredBy, compile, encode, orNull, type Resolve, type RootContext } from './rootFields.ts';
import { scalarOf } from './scalars.ts';
import { merge, nonNull, type Fields, type TypeBuilder } from './TypeBuilder.ts';

type Args = RootContext['args'];

const idArg = { id: { type: nonNull(GraphQLID) } };

const pathOf = (list: string, id: unknown): string => (id === undefined ? list : `${list}/${encode(id)}`);

/** Asks one question, whose answer has no envelope. */
const askOne =
  (questionOf: (args: Args) => RestRequest, type?: ContentType): Resolve =>
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

for (const type of ['Query', 'Mutation'])
  for (const [name, field] of Object.entries(fixedObject(type).getFields()))
    Object.assign(field, { extensions: { resolve: resolvers[name] } });

const methods = { Create: 'POST', Update: 'PUT', Delete: 'DELETE' } as const;

/** Writes have the user and its role in their answer. What else is selected is read after them, by callers who may. */
const writeUser =
  (user: ContentType, method: 'POST' | 'PUT' | 'DELETE'): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, user);
    const { body: written } = await ask({ method, path: pathOf('/api/users', args.id), body: args.data });
    if (!isObject(written) || method === 'DELETE' || !selection.root.populates) return read({ data: written });
    const path = pathOf('/api/users', written.documentId);
    const readAgain = selection.readAll<{ readonly rows: unknown }>(async (query) => ({
      rows: (await ask({ method: 'GET', path, query })).body,
    }));
    const again = await orNull(orNull(readAgain), 403);
    return read({ data: again === null ? written : again.rows });
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
  const deleteFile = askOne((by) => ({ method: 'DELETE', path: pathOf('/api/upload/files', by.id) }), file);
  const object = builder.object(file);
  const args = { ...idArg, info: { type: fixedInput('FileInfoInput') } };
  const newUser = builder.input(user);
  const newRole = builder.input(typeOf(schema, builtInUids.role), { permissions: { type: scalarOf.json } });
  const managed = Object.entries(methods).map(([action, method]): Fields => {
    const name = `${action.toLowerCase()}UsersPermissions`;
    const id = method === 'POST' ? {} : idArg;
    const dataOf = (input: GraphQLInputObjectType) => (method === 'DELETE' ? {} : { data: { type: nonNull(input) } });
    const role = { type: fixedObject(`UsersPermissions${action}RolePayload`), args: { ...id, ...dataOf(newRole) } };
    const askRole = askOne((by) => ({ method, path: pathOf('/api/users-permissions/roles', by.id), body: by.data }));
    const one = { type: response, args: { ...id, ...dataOf(newUser) } };
    return { [`${name}Role`]: answeredBy(role, askRole), [`${name}User`]: answeredBy(one, writeUser(user, method)) };
  });
  return {
    updateUploadFile: answeredBy({ type: nonNull(object), args }, changeFile),
    deleteUploadFile: answeredBy({ type: object, args: idArg }, (context) => orNull(deleteFile(context))),
    ...merge(managed),
    ...fixedObject('Mutation').toConfig().fields,
  };
};
