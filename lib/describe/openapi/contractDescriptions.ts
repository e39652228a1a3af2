// Describes the operations of contracts.
import {
  annotationNames,
  mayHaveBody,
  successStatus,
  type Annotations,
  type Contract,
  type OperationContract,
} from '../../contracts/index.ts';
import { templateOf } from '../../api/http/index.ts';
import { allContracts, documentContracts, siteContracts } from '../../allContracts.ts';
import { builtInUids, hasReview, libraryFileType, typeOf, type JsonObject, type Schema } from '../../schema/index.ts';
import { reviewContract } from '../../releases/review/contract.ts';
import { exampleDocument } from './examples.ts';
import * as parameters from './parameters.ts';
import {
  closedObject,
  jsonContent,
  jsonResponse,
  operationLinks,
  optionalBody,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
  typeSchemaRef,
  unfinishedMove,
} from './schemaParts.ts';
import type { Context, DescribedRoute, Reference, ResponseObject, SchemaObject } from './types.ts';

/** The schemas that have a name in OpenAPI. */
const names = new Map<unknown, string>(
  allContracts.flatMap(({ schemas }) => Object.entries(schemas).map(([name, schema]) => [schema, name] as const)),
);

/** The uids and singular names of content types; none if the site has no types. */
const typeNames = ({ served }: Schema): readonly string[] =>
  [...served.values()].flatMap(({ uid, singularName }) => [uid, singularName]);

const annotations: readonly string[] = annotationNames;

type Site = Pick<Context, 'schema' | 'names'>;

/** Without annotations, but with what this site knows, and with references to schemas that have a name. */
const toOpenApi = (value: unknown, site: Site, isNamed = names.has(value)): unknown => {
  if (isNamed) return schemaRef(names.get(value) ?? '');
  if (Array.isArray(value)) return value.map((item) => toOpenApi(item, site));
  if (typeof value !== 'object' || value === null) return value;
  const { documented, oneOfSite, documentOf, inputOf, named } = value as Annotations;
  if (named !== undefined) return schemaRef(named);
  if (documentOf !== undefined) return typeSchemaRef(site, documentOf);
  if (inputOf !== undefined) return typeSchemaRef(site, inputOf, 'Input');
  const known = oneOfSite === undefined ? [] : typeNames(site.schema);
  const parts = Object.entries(value as JsonObject).flatMap(([key, part]) => {
    const isLeftOut =
      annotations.includes(key) ||
      (key === 'format' && String(part).startsWith('name')) ||
      (key === 'required' && String(part) === '');
    if (isLeftOut) return [];
    // Of a constant, a generator of Python clients makes invalid code.
    if (key === 'const' && typeof part === 'boolean') return Object.entries({ type: 'boolean', enum: [part] });
    // The names of properties are no keywords.
    const open = key === 'properties' ? mapValues(part as JsonObject, (one) => toOpenApi(one, site)) : undefined;
    return [[key, open ?? toOpenApi(part, site)] as const];
  });
  return { ...Object.fromEntries(parts), ...(known.length === 0 ? {} : { enum: known }), ...documented };
};

const mapValues = (parts: JsonObject, change: (part: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part)]));

/** The names of the variables of a path. */
const namesInPath = (path: string): readonly string[] =>
  templateOf(path).flatMap(({ text, name }) => (text === undefined ? [name] : []));

const readParameters = {
  list: parameters.listParameters,
  one: parameters.readParameters,
  count: parameters.countParameters,
  selection: parameters.selectionParameters,
} as const;

/** The parameters of a read of one type. Those of any type are not described. */
const documentParameters = (query: OperationContract['documentQuery'], context: Context): readonly Reference[] => {
  if (query === undefined || query === true) return [];
  const { uid, read } = query;
  return readParameters[read](
    context,
    uid === builtInUids.file ? libraryFileType(context.schema) : typeOf(context.schema, uid),
  );
};

const describeParameters = (
  contract: Contract,
  operation: OperationContract,
  context: Context,
): readonly (JsonObject | Reference)[] => {
  const {
    path = '',
    query = {},
    requiredQuery = [],
    params = contract.params,
    paged,
    documentQuery,
    headers = [],
  } = operation;
  const describeOne = (add: typeof parameters.inQuery, name: string, schema: JsonObject = {}): JsonObject => {
    const { description = '', ...rest } = toOpenApi(schema, context) as JsonObject;
    return { ...add(name, description as string, rest), ...(requiredQuery.includes(name) ? { required: true } : {}) };
  };
  const inPath = namesInPath(contract.path + path).filter((name) => params[name] !== undefined);
  return [
    ...(contract.ofDocuments === true ? parameters.ofDocument : []),
    ...inPath.map((name) => describeOne(parameters.inPath, name, params[name])),
    ...documentParameters(documentQuery, context),
    ...Object.entries(query).map(([name, schema]) => describeOne(parameters.inQuery, name, schema)),
    ...(operation.ifMatch === true ? [parameters.ifMatchParameter] : []),
    ...headers.map((name) => parameters[`${name}Parameter`]),
    ...(paged === undefined ? [] : [parameters.pageParameter(context, paged)]),
  ];
};

const describeBody = ({ envelope }: Contract, operation: OperationContract, context: Context): JsonObject => {
  const { documentedBody, documentedForm, body = documentedBody, optionalBody: isOptional, example } = operation;
  if (body === undefined && documentedForm === undefined) return optionalBody(closedObject({}));
  const values = toOpenApi(body, context) as SchemaObject;
  if (documentedForm !== undefined) {
    const schema = toOpenApi(documentedForm.schema, context);
    const content = { [documentedForm.mediaType]: { schema }, ...(body === undefined ? {} : jsonContent(values)) };
    return { required: isOptional !== true, content };
  }
  if (isOptional === true) return optionalBody(envelope === undefined ? values : closedObject({ data: values }));
  return envelope === undefined
    ? requiredBody(values, example)
    : requiredBody(requiredObject({ data: values }), example === undefined ? undefined : { data: example });
};

const describeAnswer = (
  { params }: Contract,
  { returns, answer, next }: Pick<OperationContract, 'returns' | 'answer' | 'next'>,
  context: Context,
): ResponseObject => {
  const [parameter = ''] = Object.keys(params);
  if (answer === undefined) return { description: returns };
  const pointer = Object.hasOwn(Object(answer.properties) as object, 'data')
    ? '/data'
    : answer.type === 'array'
      ? '/0'
      : '';
  const { documentOf } = answer as Annotations;
  const example = documentOf === undefined ? undefined : exampleDocument(typeOf(context.schema, documentOf));
  return {
    ...jsonResponse(returns, toOpenApi(answer, context) as SchemaObject, example),
    ...(next === undefined ? {} : operationLinks({ parameter, pointer: `${pointer}/${parameter}` }, ...next)),
  };
};

const isRedirect = (status: number): boolean => status === 302 || status === 303;

/** The body where bytes have still to be moved. */
const movedBody = ({ answer }: OperationContract, context: Context): SchemaObject =>
  answer === undefined
    ? requiredObject({ data: { type: 'null' }, meta: { type: 'object' } })
    : (toOpenApi(answer, context) as SchemaObject);

const describeAnswers = (contract: Contract, operation: OperationContract, context: Context) => {
  const { movesFiles, otherAnswers = {} } = operation;
  const status = successStatus(operation);
  const others = Object.entries(otherAnswers).map(
    ([other, one]) => [other, describeAnswer(contract, one, context)] as const,
  );
  const answer = describeAnswer(contract, operation, context);
  return {
    [status]: isRedirect(status) ? { ...answer, headers: { Location: { required: true, schema: text } } } : answer,
    ...Object.fromEntries(others),
    ...(movesFiles === true ? { 202: unfinishedMove(movedBody(operation, context)) } : {}),
  };
};

const describe =
  (contract: Contract, operation: OperationContract) =>
  (context: Context): DescribedRoute => {
    const { path = '', query, description, documentQuery, otherAnswers = {}, errors = [] } = operation;
    const takesBody = mayHaveBody(operation);
    const takesQuery = contract.ignoresQuery === undefined || query !== undefined || documentQuery !== undefined;
    return {
      tag: contract.tag,
      ...(description === undefined ? {} : { description }),
      parameters: describeParameters(contract, operation, context),
      ...(takesBody ? { body: describeBody(contract, operation, context) } : {}),
      answers: describeAnswers(contract, operation, context),
      errorStatuses: [
        ...(takesBody || takesQuery ? ([400] as const) : []),
        ...(namesInPath(contract.path + path).length > 0 && otherAnswers[204] === undefined ? ([404] as const) : []),
        ...errors,
        ...(operation.ifMatch === true ? ([412] as const) : []),
      ],
    };
  };

type NameOf<C> = C extends Contract ? keyof C['operations'] : never;

const describeAll = <C extends Contract>(contracts: readonly C[]) =>
  Object.fromEntries(
    contracts.flatMap((contract) =>
      Object.entries(contract.operations).map(([name, operation]) => [name, describe(contract, operation)]),
    ),
  ) as Readonly<Record<NameOf<C>, (context: Context) => DescribedRoute>>;

/** The descriptions of operations on documents of any type, by name. */
export const documentDescriptions = describeAll<(typeof documentContracts)[number]>(documentContracts);

/** The descriptions of all other operations. */
export const contractDescriptions = describeAll<(typeof siteContracts)[number]>(siteContracts);

/** The schemas with a name, which have no documents. Without stages, no type has those of reviews. */
export const contractSchemas = (schema: Schema): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    [...names]
      .filter(([, name]) => hasReview(schema) || !Object.hasOwn(reviewContract.schemas, name))
      .map(([value, name]) => [name, toOpenApi(value, { schema, names: new Map() }, false) as SchemaObject]),
  );
