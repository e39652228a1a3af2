// Makes random documents of a GraphQL schema: most are valid, and some have a fault of any kind.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Random } from '../access/leaks/random.ts';

export interface RandomDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const texts = [
  '',
  'a',
  'Coin',
  'Blue Vase',
  '*',
  'en',
  'ẞ🜁\u0000',
  '\ud800',
  '$where',
  '__proto__',
  'title:desc',
  '%00',
  'x'.repeat(300),
] as const;
const aliases = ['constructor', 'toString', 'a1', 'then', 'length', 'id', 'documentId'] as const;
const odd = [
  null,
  true,
  0,
  -1,
  1.5,
  Infinity,
  '2020-01-01',
  '',
  [],
  {},
  [[]],
  { eq: null },
  { and: [{}] },
  '9'.repeat(30),
] as const;
const scalars: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, -1, 2_147_483_647],
  Float: [0.5, -3, 1e300],
  Boolean: [true, false],
  Date: ['2020-02-29'],
  Time: ['10:11:12.000'],
  DateTime: ['2020-02-29T10:11:12.000Z'],
  Long: [12, '9007199254740993'],
  JSON: [{ a: [1] }, 'x', [1, null]],
};

export class DocumentMaker {
  private readonly schema: GraphQLSchema;
  private readonly random: Random;
  private readonly ids: readonly string[];
  private variables: Record<string, unknown> = {};
  private declared: string[] = [];
  private fragments: string[] = [];

  constructor(schema: GraphQLSchema, random: Random, ids: readonly string[]) {
    [this.schema, this.random, this.ids] = [schema, random, ids];
  }

  make(): RandomDocument {
    [this.variables, this.declared, this.fragments] = [{}, [], []];
    const { random } = this;
    const isMutation = random.isTrue(0.15);
    const type = isMutation ? this.schema.getMutationType() : this.schema.getQueryType();
    const fields = Object.values(type?.getFields() ?? {});
    const selected = Array.from({ length: 1 + random.integerBelow(3) }, (_, index) => {
      const field = random.pickIfAny(fields);
      return field === undefined ? '' : this.field(field, random.integerBelow(5), `r${index}`);
    });
    const head = this.declared.length === 0 ? '' : `(${this.declared.join(', ')})`;
    const whole = `${isMutation ? 'mutation' : 'query'} Q${head} { ${selected.join(' ')} } ${this.fragments.join(' ')}`;
    return { query: random.isTrue(0.1) ? this.damage(whole) : whole, variables: this.variables };
  }

  /** Cuts a document, repeats a part of it, or changes a character. */
  private damage(text: string): string {
    const at = this.random.integerBelow(text.length);
    const end = at + this.random.integerBelow(text.length - at);
    return this.random.pick([
      text.slice(0, at),
      text.slice(0, end) + text.slice(at),
      `${text.slice(0, at)}${this.random.pick(['{', '}', '"', '$', '...', '@', '\ud800', '#', '"""', '!'])}${text.slice(at + 1)}`,
      `${text} fragment Loop on Query { ...Loop }`,
      text.replace(/\b[a-z]+\b/, 'nothing'),
      `${'{a'.repeat(200)}${'}'.repeat(200)}`,
    ]);
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number, name?: string): string {
    const { random } = this;
    const alias = name ?? (random.isTrue(0.2) ? random.pick(aliases) : undefined);
    const args = field.args.flatMap((arg) =>
      isNonNullType(arg.type) || random.isTrue(0.4) ? [this.argument(arg)] : [],
    );
    const directive = random.isTrue(0.1)
      ? ` @${random.pick(['include', 'skip'])}(if: ${this.pass('Boolean!', random.isTrue(0.7))})`
      : '';
    const inner = this.selection(field.type, depth);
    return `${alias === undefined ? '' : `${alias}: `}${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}${directive}${inner}`;
  }

  private selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (isUnionType(named)) {
      const some = this.random
        .subset(named.getTypes(), 0.4)
        .map((one) => `... on ${one.name}${this.selection(one, depth - 1)}`);
      return ` { __typename ${some.join(' ')} }`;
    }
    const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
    const fitting = fields.filter((one) => depth > 0 || isLeafType(getNamedType(one.type)));
    const chosen = this.random
      .subset(fitting, Math.min(1, 6 / Math.max(fitting.length, 1)))
      .map((one) => this.field(one, depth - 1));
    const text = `{ __typename ${chosen.join(' ')} }`;
    if (!this.random.isTrue(0.15)) return ` ${text}`;
    const fragment = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${fragment} on ${named.name} ${text}`);
    return ` { ...${fragment} ... ${text} }`;
  }

  private argument(arg: GraphQLArgument): string {
    const value = this.random.isTrue(0.05) ? this.random.pick(odd) : this.value(arg.type, 3, arg.name);
    return `${arg.name}: ${this.pass(String(arg.type), value, arg.type)}`;
  }

  /** @returns a variable with the value, or its literal */
  private pass(type: string, value: unknown, declared?: GraphQLInputType): string {
    if (this.random.isTrue(0.5)) return this.literal(value, declared);
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }

  private literal(value: unknown, type?: GraphQLInputType): string {
    const inner = type === undefined ? undefined : getNullableType(type);
    if (Array.isArray(value)) {
      const each = isListType(inner) ? inner.ofType : undefined;
      return `[${value.map((one) => this.literal(one, each)).join(', ')}]`;
    }
    if (typeof value === 'object' && value !== null) {
      const fields = isInputObjectType(inner) ? inner.getFields() : {};
      return `{ ${Object.entries(value)
        .map(([name, one]) => `${name}: ${this.literal(one, fields[name]?.type)}`)
        .join(', ')} }`;
    }
    if (isEnumType(inner) && typeof value === 'string') return value;
    return typeof value === 'number' && !Number.isFinite(value) ? '1e400' : JSON.stringify(value);
  }

  private value(type: GraphQLInputType, depth: number, name = ''): unknown {
    const { random } = this;
    const inner = getNullableType(type);
    if (isListType(inner))
      return Array.from({ length: random.integerBelow(3) }, () => this.value(inner.ofType, depth, name));
    if (isEnumType(inner)) return random.pickIfAny(inner.getValues())?.name ?? 'NONE';
    if (isInputObjectType(inner)) {
      const fields = depth > 0 ? Object.values(inner.getFields()) : [];
      const chosen = random.subset(fields, Math.min(1, 1.5 / Math.max(fields.length, 1)));
      return Object.fromEntries(chosen.map((one) => [one.name, this.value(one.type, depth - 1, one.name)]));
    }
    if (random.isTrue(0.03)) return random.pick(odd);
    if (String(inner) === 'ID') return random.isTrue(0.7) ? random.pickIfAny(this.ids) : random.pick(texts);
    if (name === 'pageSize' || name === 'limit') return random.integerBelow(30) - 1;
    return random.pickIfAny(scalars[String(inner)] ?? texts);
  }
}
