// Lists what a GraphQL schema declares, so that two schemas can be compared line by line.

const typeRef = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** The document that `listSchema` reads the answer of. */
export const schemaDocument = `{ __schema { types { kind name
  fields(includeDeprecated: true) { name args { name defaultValue type { ${typeRef} } } type { ${typeRef} } }
  inputFields { name defaultValue type { ${typeRef} } }
  enumValues(includeDeprecated: true) { name }
  possibleTypes { name } } } }`;

interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}

interface Input {
  readonly name: string;
  readonly defaultValue: string | null;
  readonly type: TypeRef;
}

interface Field {
  readonly name: string;
  readonly args: readonly Input[];
  readonly type: TypeRef;
}

interface Type {
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly Field[] | null;
  readonly inputFields: readonly Input[] | null;
  readonly enumValues: readonly { readonly name: string }[] | null;
  readonly possibleTypes: readonly { readonly name: string }[] | null;
}

const printRef = ({ kind, name, ofType }: TypeRef): string => {
  const inner = ofType ? printRef(ofType) : '';
  if (kind === 'NON_NULL') return `${inner}!`;
  return kind === 'LIST' ? `[${inner}]` : String(name);
};

const printInput = ({ type, defaultValue }: Input): string =>
  `${printRef(type)}${defaultValue === null ? '' : ` = ${defaultValue}`}`;

const linesOf = ({ kind, name, fields, inputFields, enumValues, possibleTypes }: Type): readonly string[] => [
  `${name} is ${kind}`,
  ...(fields ?? []).flatMap((field) => [
    `${name}.${field.name}: ${printRef(field.type)}`,
    ...field.args.map((arg) => `${name}.${field.name}(${arg.name}): ${printInput(arg)}`),
  ]),
  ...(inputFields ?? []).map((field) => `${name}.${field.name}: ${printInput(field)}`),
  ...(enumValues ?? []).map((value) => `${name} = ${value.name}`),
  ...(possibleTypes ?? []).map((type) => `${name} = ${type.name}`),
];

/** @param body the answer to `schemaDocument`; @returns one sorted line for each type, field, argument and value, without those of the language */
export const listSchema = (body: unknown): readonly string[] =>
  (body as { readonly data: { readonly __schema: { readonly types: readonly Type[] } } }).data.__schema.types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap(linesOf)
    .sort();
