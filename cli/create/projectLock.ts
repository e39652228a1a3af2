// Makes the lock of a project from that of Lectern, so that it installs the versions that Lectern is tested with. Pure.

/** An entry of package-lock.json. Other members are copied. */
interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly hasInstallScript?: true;
  readonly dev?: true;
}

export interface Lock {
  readonly name: string;
  readonly version: string;
  /** Entries by path: `node_modules/a/node_modules/b`. The root of the tree is ''. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What a package.json says about packages. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

type EdgeKind = 'required' | 'optional' | 'peer' | 'optionalPeer';

interface Edge {
  readonly name: string;
  readonly kind: EdgeKind;
}

/** What a package imports of others. */
const edgesOf = (locked: LockedPackage): readonly Edge[] => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked;
  const edges = (names: object, kindOf: (name: string) => EdgeKind): readonly Edge[] =>
    Object.keys(names).map((name) => ({ name, kind: kindOf(name) }));
  return [
    ...edges(dependencies, () => 'required'),
    ...edges(optionalDependencies, () => 'optional'),
    ...edges(peerDependencies, (name) => (peerDependenciesMeta[name]?.optional === true ? 'optionalPeer' : 'peer')),
  ];
};

type Packages = Lock['packages'];

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));

/** Finds a package as Node does: in the folder of the one that imports it, or else in a folder above. */
const resolve = (packages: Packages, from: string, name: string): string | undefined => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  return from === '' ? undefined : resolve(packages, parentOf(from), name);
};

/** The paths of packages that others install, and of those that these install. */
const reach = (packages: Packages, names: Iterable<string>, kinds: readonly EdgeKind[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolve(packages, from, name);
    if (path === undefined || reached.has(path)) return;
    reached.add(path);
    for (const edge of edgesOf(packages[path] ?? {})) if (kinds.includes(edge.kind)) visit(path, edge.name);
  };
  for (const name of names) visit('', name);
  return reached;
};

const omit = (entry: LockedPackage, ...names: readonly string[]): LockedPackage =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

/** The tree of a project. */
const projectPackages = (tested: Lock, source: object): Packages => {
  const lectern = omit(tested.packages[''] ?? {}, 'name', 'devDependencies');
  return { ...tested.packages, 'node_modules/lectern': { ...lectern, ...source } };
};

/** npm installs optional peers only if something else needs them. */
const installed: readonly EdgeKind[] = ['required', 'optional', 'peer'];

const namesIn = ({ dependencies, devDependencies }: Pick<Manifest, 'dependencies' | 'devDependencies'>) =>
  [dependencies, devDependencies].flatMap(Object.keys);

const flag = (name: string, isSet: boolean): object => (isSet ? { [name]: true } : {});

/**
 * @param tested the lock of Lectern's repository
 * @param project what the project's package.json says: `lectern`, and packages that Lectern's repository has too
 * @param source `resolved` and `integrity` of `lectern`, where it is not in a registry
 * @returns the lock that npm would write if the registry had only the versions of `tested`
 */
export const projectLock = (tested: Lock, project: Manifest, source: object): object => {
  const [names, production] = [namesIn(project), Object.keys(project.dependencies)];
  const all = projectPackages(tested, source);
  const used = reach(all, names, installed);
  const packages = Object.fromEntries(Object.entries(all).filter(([path]) => used.has(path)));
  const usedInProduction = reach(packages, production, [...installed, 'optionalPeer']);
  const required = reach(packages, names, ['required', 'peer']);
  const requiredInProduction = reach(packages, production, ['required', 'peer']);
  const withoutPeers = reach(packages, names, ['required', 'optional']);
  const lockedAt = (path: string): object => {
    const [isDev, isOptional] = [!usedInProduction.has(path), !required.has(path)];
    return {
      ...omit(packages[path] ?? {}, 'dev', 'optional', 'devOptional', 'peer'),
      ...flag('dev', isDev),
      ...flag('optional', isOptional),
      ...flag('devOptional', !isDev && !isOptional && !requiredInProduction.has(path)),
      ...flag('peer', !withoutPeers.has(path)),
    };
  };
  const { name, version, dependencies, devDependencies } = project;
  const paths = [...used].sort((one, other) => one.localeCompare(other, 'en'));
  return {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: {
      '': { name, version, dependencies, devDependencies },
      ...Object.fromEntries(paths.map((path) => [path, lockedAt(path)])),
    },
  };
};

/** @returns the names of packages of the project that run scripts when they are installed */
export const scriptsIn = (tested: Lock, project: Manifest): readonly string[] => {
  const packages = projectPackages(tested, {});
  const used = [...reach(packages, namesIn(project), installed)];
  const withScripts = used.filter((path) => packages[path]?.hasInstallScript === true);
  return [...new Set(withScripts.map((path) => path.split('node_modules/').at(-1) ?? ''))].sort();
};
