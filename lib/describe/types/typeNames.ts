// Names the types of a generated module.
import { builtInUids, creatorUid, hasCreators, type Schema } from '../../schema/index.ts';
import { helpers } from './helpers.ts';
import { projectHelpers } from './projectHelpers.ts';

/** The fixed names of built-in types, whatever names the site's types have. */
const builtIn: ReadonlyMap<string, string> = new Map([
  [builtInUids.file, 'MediaFile'],
  [builtInUids.user, 'User'],
  [builtInUids.role, 'UserRole'],
]);

/** `big-story` as `BigStory`; a name that begins with a digit gets a `T` before it. */
const pascalCase = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d|$)/, 'T');

/** The names that a type with this name declares. */
const declaredNames = (name: string): readonly string[] => [
  name,
  `${name}Model`,
  `${name}Input`,
  `${name}Data`,
  `${name}Changes`,
];

/** Every name that the helpers declare or use, outside of comments and strings. */
const helperNames: readonly string[] =
  `${helpers}\n${projectHelpers}`.replace(/\/\*\*.*?\*\/|\/\/ .*|'[^']*'/g, '').match(/\b[A-Z]\w*/g) ?? [];

/** The names of the interfaces that list all types. */
export const mapNames = {
  types: 'Types',
  components: 'Components',
  collections: 'Collections',
  singles: 'Singles',
  all: 'ContentTypes',
};

/**
 * @returns the name of each content type and component, by uid. If a name is taken, or the module needs it itself, the
 *   later one gets `Type` at its end, and a number if necessary
 */
export const assignTypeNames = ({ types, components }: Schema): ReadonlyMap<string, string> => {
  const taken = new Set([...helperNames, ...Object.values(mapNames), ...[...builtIn.values()].flatMap(declaredNames)]);
  const names = new Map(builtIn);
  const assign = (uid: string, preferred: string): void => {
    const isFree = (name: string): boolean => declaredNames(name).every((one) => !taken.has(one));
    let name = preferred;
    for (let count = 1; !isFree(name); count += 1) name = `${preferred}Type${count === 1 ? '' : count}`;
    for (const one of declaredNames(name)) taken.add(one);
    names.set(uid, name);
  };
  for (const { uid, singularName } of types.values()) if (!builtIn.has(uid)) assign(uid, pascalCase(singularName));
  for (const uid of components.keys()) assign(uid, pascalCase(uid));
  if (hasCreators({ types })) assign(creatorUid, 'Creator');
  return names;
};

/** @throws Error if the names have no such uid */
export const typeName = (names: ReadonlyMap<string, string>, uid: string): string => {
  const name = names.get(uid);
  if (name === undefined) throw new Error(`there is no name for ${uid}`);
  return name;
};
