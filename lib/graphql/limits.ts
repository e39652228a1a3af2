// What a document may ask at most. A document is bounded before it is parsed, and again before it is validated: graphql-js needs a
// deep stack for nested documents, and compares each two fields with the same place in the result.
import {
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  TokenKind,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql';

export const limits = {
  characters: 100_000,
  tokens: 15_000,
  /** Brackets of any kind within each other. */
  nesting: 100,
  rootFields: 50,
  /** Fields and fragments, each as often as it is spread. */
  selections: 5_000,
  /** Fields for the same place of the result. */
  sameFields: 100,
} as const;

const tooMuch = (what: string, most: number, node?: ASTNode): GraphQLError =>
  new GraphQLError(`The document has more than ${most} ${what}`, node === undefined ? {} : { nodes: node });

/**
 * Bounds the arguments of an operation, a variable each time it is used: what REST gets of them is written anew each time.
 *
 * @returns a function that takes a value from what they may have together, and throws GraphQLError if that is too much
 */
export const argumentBudget = (most: number): ((value: unknown) => void) => {
  let left = most;
  const take = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length + 1 : 1;
    if (left < 0) throw tooMuch('characters in the arguments of all fields', most);
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) take(one);
  };
  return take;
};

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const checkTokens = (text: string): void => {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF;) {
    tokens += 1;
    if (tokens > limits.tokens) throw tooMuch('tokens', limits.tokens);
    const { kind } = lexer.token;
    if (opening.has(kind)) nesting += 1;
    else if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting) throw tooMuch('levels of brackets', limits.nesting);
  }
};

/** @throws GraphQLError for a document that is too long or nested too deep, or that is not one */
export const parseLimited = (text: string): DocumentNode => {
  if (text.length > limits.characters) throw tooMuch('characters', limits.characters);
  checkTokens(text);
  return parse(text);
};

/** Whether a value of variables is nested no deeper than a document may be. */
export const isShallow = (value: unknown, levels: number = limits.nesting): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** A place in the result: how many fields are for it, and the places below. */
interface Place {
  fields: number;
  readonly inner: Map<string, Place>;
}

const newPlace = (): Place => ({ fields: 0, inner: new Map() });

/**
 * Follows the fragments of a document, each as often as it is spread, until a limit is reached. Call it before the validation.
 *
 * @param maxDepth `graphql.maxDepth`
 * @throws GraphQLError for a document that asks for too much
 */
export const checkLimits = ({ definitions }: DocumentNode, maxDepth: number): void => {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const [seen, open] = [new Set<string>(), new Set<string>()];
  let count = 0;
  const visitField = (field: FieldNode, place: Place, depth: number): void => {
    const { alias, name, selectionSet } = field;
    // graphql-js limits the depth of the schema itself.
    const asksSchema = depth === Infinity || name.value === '__schema' || name.value === '__type';
    // Each alias would answer the whole schema again.
    if (asksSchema && alias !== undefined)
      throw new GraphQLError('A field that asks about the schema has no alias', { nodes: field });
    const key = (alias ?? name).value;
    const inner = place.inner.get(key) ?? newPlace();
    place.inner.set(key, inner);
    inner.fields += 1;
    if (inner.fields > limits.sameFields) throw tooMuch(`fields ${name.value} in one place`, limits.sameFields, field);
    if (!asksSchema && depth > maxDepth) throw tooMuch('fields on one path', maxDepth, field);
    if (selectionSet !== undefined) visit(selectionSet, inner, asksSchema ? Infinity : depth + 1);
  };
  /** A fragment that contains itself is refused by the validation. */
  const visitFragment = (name: string, place: Place, depth: number): void => {
    const fragment = fragments.get(name);
    if (fragment === undefined || open.has(name)) return;
    seen.add(name);
    open.add(name);
    visit(fragment.selectionSet, place, depth);
    open.delete(name);
  };
  const visit = ({ selections }: SelectionSetNode, place: Place, depth: number): void => {
    for (const one of selections) {
      count += 1;
      if (count > limits.selections) throw tooMuch('fields, with those of fragments', limits.selections, one);
      if (one.kind === Kind.FIELD) visitField(one, place, depth);
      else if (one.kind === Kind.INLINE_FRAGMENT) visit(one.selectionSet, place, depth);
      else visitFragment(one.name.value, place, depth);
    }
  };
  for (const one of definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = newPlace();
    visit(one.selectionSet, root, 1);
    if (root.inner.size > limits.rootFields) throw tooMuch('fields of an operation', limits.rootFields, one);
  }
  // The validation reads unused fragments, too.
  for (const name of fragments.keys()) if (!seen.has(name)) visitFragment(name, newPlace(), 1);
};
