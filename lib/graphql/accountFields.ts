// The mutations of accounts and files that Strapi's plugins add.
import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfigMap,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql';
import type { RestRequest } from '../api/restClient.ts';
import { ApiError } from '../errors.ts';
import { builtInUids, isObject, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { rowOf } from './compile.ts';
import { answeredBy, compile, encode, MeType, orNull, type Resolve, type RootContext } from './rootFields.ts';
import { fieldsOf, nonNull, objectOf, type Field, type Fields, type TypeBuilder } from './TypeBuilder.ts';

type Args = RootContext['args'];

const requiredString = new GraphQLNonNull(GraphQLString);

const inputArg = (name: string, fields: GraphQLInputFieldConfigMap): GraphQLFieldConfigArgumentMap => ({
  input: { type: new GraphQLNonNull(new GraphQLInputObjectType({ name, fields })) },
});

const okPayload = (name: string): GraphQLObjectType => objectOf(name, fieldsOf(nonNull(GraphQLBoolean), 'ok'));

const idArg = { id: { type: nonNull(GraphQLID) } };

const pathOf = (list: string, { id }: Args): string => (id === undefined ? list : `${list}/${encode(id)}`);

/** Asks one question, whose answer has no envelope. */
const askOne =
  (questionOf: (args: Args) => RestRequest): Resolve =>
  async (context) => {
    const { read } = compile(context);
    const { body } = await context.ask(questionOf(context.args));
    return isObject(body) ? read(body) : null;
  };

const post = (path: string, bodyOf = (args: Args): object => args): Resolve =>
  askOne((args) => ({ method: 'POST', path: `/api/auth/${path}`, body: bodyOf(args) }));

const credentialsOf = ({ input }: Args): object => {
  const { provider, ...credentials } = rowOf(input);
  if (provider !== 'local') throw new ApiError(400, 'ApplicationError', 'This provider is disabled');
  return credentials;
};

const loginFields = (): Fields => {
  const user = fieldsOf(nonNull(MeType), 'user');
  const login = objectOf('UsersPermissionsLoginPayload', { ...fieldsOf(GraphQLString, 'jwt'), ...user });
  const newUser = fieldsOf(requiredString, 'username', 'email', 'password');
  const credentials = fieldsOf(requiredString, 'identifier', 'password');
  const provider = { type: requiredString, defaultValue: 'local' };
  const field = (type: Field['type'], args: GraphQLFieldConfigArgumentMap, resolve: Resolve): Field =>
    answeredBy({ type, args }, resolve);
  const take = (type: Field['type'], path: string, ...names: readonly string[]): Field =>
    field(type, fieldsOf(requiredString, ...names), post(path));
  return {
    login: field(
      nonNull(login),
      inputArg('UsersPermissionsLoginInput', { ...credentials, provider }),
      post('local', credentialsOf),
    ),
    register: field(
      nonNull(login),
      inputArg('UsersPermissionsRegisterInput', newUser),
      post('local/register', ({ input }) => rowOf(input)),
    ),
    forgotPassword: take(okPayload('UsersPermissionsPasswordPayload'), 'forgot-password', 'email'),
    resetPassword: take(login, 'reset-password', 'password', 'passwordConfirmation', 'code'),
    changePassword: take(login, 'change-password', 'currentPassword', 'password', 'passwordConfirmation'),
    // Null, because a mailed link logs nobody in.
    emailConfirmation: field(
      login,
      fieldsOf(requiredString, 'confirmation'),
      askOne((query) => ({ method: 'GET', path: '/api/auth/email-confirmation', query })),
    ),
  };
};

const actions = [
  ['create', 'POST'],
  ['update', 'PUT'],
  ['delete', 'DELETE'],
] as const;

type Method = (typeof actions)[number][1];

/** The mutations of users or roles. @param make the type of the action, with its capital, and what answers it */
const managed = (
  name: string,
  input: GraphQLInputType,
  make: (method: Method, action: string) => readonly [Field['type'], Resolve],
): Fields =>
  Object.fromEntries(
    actions.map(([action, method]) => {
      const data = method === 'DELETE' ? {} : { data: { type: new GraphQLNonNull(input) } };
      const [type, resolve] = make(method, action.charAt(0).toUpperCase() + action.slice(1));
      return [
        `${action}${name}`,
        answeredBy({ type, args: { ...(method === 'POST' ? {} : idArg), ...data } }, resolve),
      ];
    }),
  );

const writeRole = (method: Method): Resolve =>
  askOne((args) => ({ method, path: pathOf('/api/users-permissions/roles', args), body: args.data }));

/** Writes have the user and its role in their answer. What else is selected is read after them, by callers who may. */
const writeUser =
  (schema: Schema, method: Method): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, typeOf(schema, builtInUids.user));
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

const fileFields = (type: ContentType, object: GraphQLObjectType): Fields => {
  const texts = fieldsOf(GraphQLString, 'name', 'alternativeText', 'caption');
  const info = new GraphQLInputObjectType({ name: 'FileInfoInput', fields: texts });
  const write = async (context: RootContext, question: RestRequest): Promise<unknown> =>
    compile(context, type).read(rowOf((await context.ask(question)).body));
  const change: Resolve = (context) => {
    const { id, info: fileInfo } = context.args;
    return write(context, { method: 'POST', path: '/api/upload', query: { id }, body: { fileInfo: fileInfo ?? {} } });
  };
  const remove: Resolve = (context) =>
    orNull(write(context, { method: 'DELETE', path: pathOf('/api/upload/files', context.args) }));
  return {
    updateUploadFile: answeredBy({ type: nonNull(object), args: { ...idArg, info: { type: info } } }, change),
    deleteUploadFile: answeredBy({ type: object, args: idArg }, remove),
  };
};

/** The mutations beside those of content. */
export const accountFields = (schema: Schema, builder: TypeBuilder): Fields => {
  const typeWith = (uid: string) => typeOf(schema, uid);
  const [file, user] = [builder.object(typeWith(builtInUids.file)), builder.object(typeWith(builtInUids.user))];
  const [newRole, newUser] = [builder.input(typeWith(builtInUids.role)), builder.input(typeWith(builtInUids.user))];
  // A site that has types with their names has none of these.
  if (file === undefined || user === undefined || newRole === undefined || newUser === undefined) return {};
  const response = nonNull(objectOf('UsersPermissionsUserEntityResponse', fieldsOf(user, 'data')));
  return {
    ...fileFields(typeWith(builtInUids.file), file),
    ...managed('UsersPermissionsRole', newRole, (method, action) => [
      okPayload(`UsersPermissions${action}RolePayload`),
      writeRole(method),
    ]),
    ...managed('UsersPermissionsUser', newUser, (method) => [response, writeUser(schema, method)]),
    ...loginFields(),
  };
};
