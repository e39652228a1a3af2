// Finds the stored components that the ids in a body name.
import { ApiError, type InvalidValue } from '../../../errors.ts';
import { componentOf, type Attribute, type Attributes, type Schema } from '../../../schema/index.ts';
import { keyPath } from '../../input/index.ts';
import { componentUidOf, componentsInside, type StoredComponent } from '../../../platform/db/index.ts';
import { hasPasswordAttributes } from './passwords.ts';

type Values = Readonly<Record<string, unknown>>;

/** As in Strapi, the id may be a text. */
const keyOf = (uid: string, id: unknown): string =>
  `${uid} ${typeof id === 'number' || typeof id === 'string' ? id : ''}`;

/** The components of a document, by their ids. */
export class StoredComponents {
  /** Why a body is refused that has the id of a component that its attribute does not contain at any depth. */
  unrelated: ApiError | undefined;
  readonly #schema: Schema;
  readonly #attributes: Attributes;
  readonly #versions: readonly (Values | undefined)[];
  readonly #faults: InvalidValue[];
  readonly #known = new Map<string, ReadonlyMap<string, StoredComponent>>();
  readonly #found = new Set<StoredComponent>();

  /**
   * @param versions the stored values; of a component in two of them, the last counts
   * @param faults collects the ids that a body has twice
   */
  constructor(
    schema: Schema,
    attributes: Attributes,
    versions: readonly (Values | undefined)[],
    faults: InvalidValue[],
  ) {
    this.#schema = schema;
    this.#attributes = attributes;
    this.#versions = versions;
    this.#faults = faults;
  }

  /** @param path of the component in the body: it stays in the attribute of the document that contains it */
  find(path: readonly string[], uid: string, id: unknown): StoredComponent | undefined {
    const found = this.#knownIn(path[0] ?? '').get(keyOf(uid, id));
    if (found === undefined) this.unrelated ??= unrelatedComponent(path);
    else if (this.#found.has(found))
      this.#faults.push({
        path: [...path, 'id'],
        message: 'another component in the body has this id: a new component has none',
        value: id,
      });
    else this.#found.add(found);
    return found;
  }

  #knownIn(name: string): ReadonlyMap<string, StoredComponent> {
    const known = this.#known.get(name) ?? this.#collect(this.#attributes.get(name));
    this.#known.set(name, known);
    return known;
  }

  #collect(top: Attribute | undefined): ReadonlyMap<string, StoredComponent> {
    const attributes = top === undefined ? [] : [top];
    const entries = this.#versions.flatMap((values = {}) => componentsInside(this.#schema, attributes, values));
    return new Map(entries.map(({ attribute, part }) => [keyOf(componentUidOf(attribute, part), part.id), part]));
  }
}

/** As in Strapi, the path has no positions. */
const unrelatedComponent = (path: readonly string[]): ApiError =>
  new ApiError(
    400,
    'ApplicationError',
    `Some of the provided components in ${keyPath(path)} are not related to the entity.`,
  );

/** @returns what a component keeps when a body or a hook replaces it: neither knows the passwords, so neither can send them */
export const keptPasswords = (schema: Schema, uid: string, stored: StoredComponent): Values => {
  const { attributes } = componentOf(schema, uid);
  if (!hasPasswordAttributes(attributes, schema)) return {};
  return Object.fromEntries(
    [...attributes.values()].flatMap(({ name, type }: Attribute) =>
      type === 'password' && stored[name] !== undefined ? [[name, stored[name]]] : [],
    ),
  );
};
