// Names the definition of a content type by its content, so that a version can say with which one it was written.
import { createHash } from 'node:crypto';
import { memoize } from '../../../memoize.ts';
import { componentsIn, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';

/** The definition of a content type: its attributes, and those of the components that it uses. */
export interface TypeDefinition {
  readonly uid: string;
  readonly attributes: readonly Attribute[];
  readonly components: Readonly<Record<string, readonly Attribute[]>>;
}

interface NamedDefinition {
  readonly fingerprint: string;
  readonly definition: TypeDefinition;
}

/** @returns the definition of a type as plain data, and its fingerprint, which does not depend on the order of attributes */
export const definitionOf = memoize((type: ContentType, { components }: Schema): NamedDefinition => {
  const used: Record<string, readonly Attribute[]> = {};
  const sorted = (attributes: ContentType['attributes']): readonly Attribute[] =>
    [...attributes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const add = (attributes: ContentType['attributes']): void => {
    for (const uid of [...attributes.values()].flatMap(componentsIn)) {
      const component = components.get(uid);
      if (component === undefined || Object.hasOwn(used, uid)) continue;
      used[uid] = sorted(component.attributes);
      add(component.attributes);
    }
  };
  add(type.attributes);
  const definition = {
    uid: type.uid,
    attributes: sorted(type.attributes),
    components: Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16);
  return { fingerprint, definition };
});
