// Makes the lock of a project from that of Lectern, so that it installs the versions that Lectern is tested with. Pure.

/** An entry of package-lock.json. Other members are copied. */
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  /** `resolved` is a folder of the project, with an entry of its own. */
  readonly link?: true;
  readonly resolved?: string;
  readonly integrity?: string;
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
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages that a new project has for its development, and whether each is only for deployment to AWS. */
export const developmentPackages: Readonly<Record<string, boolean>> = {
  '@types/node': false,
  serverless: true,
  'serverless-offline': true,
  typescript: false,
  vitest: false,
};

/** Whether a project has the version of a package that Lectern is tested with. */
const isTested = (name: string): boolean => name === 'lectern' || name in developmentPackages;

type EdgeKind = 'required' | 'optional' | 'peer' | 'optionalPeer';

interface Edge {
  readonly name: string;
  readonly kind: EdgeKind;
}

/** What a package imports of others. */
const edgesOf = (locked: LockedPackage): readonly Edge[] => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = locked;
  const { peerDependencies = {}, peerDependenciesMeta = {} } = locked;
  const edges = (names: object, kindOf: (name: string) => EdgeKind): readonly Edge[] =>
    Object.keys(names).map((name) => ({ name, kind: kindOf(name) }));
  return [
    // Only folders of the project have the latter.
    ...edges({ ...dependencies, ...devDependencies }, () => 'required'),
    ...edges(optionalDependencies, () => 'optional'),
    ...edges(peerDependencies, (name) => (peerDependenciesMeta[name]?.optional === true ? 'optionalPeer' : 'peer')),
  ];
};

type Packages = Lock['packages'];

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));

/** @param path of an entry: `node_modules/a/node_modules/@b/c` */
export const packageNameAt = (path: string): string => path.split('node_modules/').at(-1) ?? '';

/** Finds a package as Node does: in the folder of the one that imports it, or else in a folder above. */
const resolve = (packages: Packages, from: string, name: string): string | undefined => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  return from === '' ? undefined : resolve(packages, parentOf(from), name);
};

/** The paths of packages by their names, and of those that they install. */
const findInstalled = (
  packages: Packages,
  names: Iterable<string>,
  kinds: readonly EdgeKind[],
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolve(packages, from, name);
    if (path === undefined || reached.has(path)) return;
    const { link, resolved = path } = packages[path] ?? {};
    const folder = link === true ? resolved : path;
    reached.add(path).add(folder);
    for (const edge of edgesOf(packages[folder] ?? {})) if (kinds.includes(edge.kind)) visit(folder, edge.name);
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
const installedKinds: readonly EdgeKind[] = ['required', 'optional', 'peer'];

type Dependencies = Pick<Manifest, 'dependencies' | 'devDependencies'>;

const namesIn = ({ dependencies, devDependencies }: Dependencies): readonly string[] =>
  [dependencies, devDependencies].flatMap(Object.keys);

/** Packages that are folders of the project, such as its workspaces. */
const linksIn = (packages: Packages): readonly string[] =>
  Object.keys(packages)
    .filter((path) => packages[path]?.link === true)
    .map((path) => path.replace(/^node_modules\//, ''));

const flag = (name: string, isSet: boolean): object => (isSet ? { [name]: true } : {});

/** The entries of packages that only the team has chosen: not those where tested ones are, or below them. */
const ownPackages = (previous: Packages, names: readonly string[], tested: ReadonlySet<string>): Packages => {
  const isBelow = (path: string): boolean => path !== '' && (tested.has(path) || isBelow(parentOf(path)));
  const own = [...findInstalled(previous, names, installedKinds)].filter((path) => !isBelow(path));
  return Object.fromEntries(own.map((path) => [path, previous[path] ?? {}]));
};

/**
 * @param tested the lock of Lectern's repository
 * @param project what the project's package.json says
 * @param source `resolved` and `integrity` of `lectern`, where they are known
 * @param previous the project's lock, which has the versions of packages that Lectern's repository does not have
 * @returns the lock with the tested versions of `lectern` and of `developmentPackages`, and of what these install. If they are
 *   all that the project has, it is the lock that npm would write if the registry had only the versions of `tested`
 */
export const projectLock = (tested: Lock, project: Manifest, source: object, previous?: Lock): Lock => {
  const names = namesIn(project).filter(isTested);
  const production = Object.keys(project.dependencies).filter(isTested);
  const all = projectPackages(tested, source);
  const used = findInstalled(all, names, installedKinds);
  const packages = Object.fromEntries(Object.entries(all).filter(([path]) => used.has(path)));
  const usedInProduction = findInstalled(packages, production, [...installedKinds, 'optionalPeer']);
  const required = findInstalled(packages, names, ['required', 'peer']);
  const requiredInProduction = findInstalled(packages, production, ['required', 'peer']);
  const withoutPeers = findInstalled(packages, names, ['required', 'optional']);
  const lockedAt = (path: string): LockedPackage => {
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
  const before = previous?.packages ?? {};
  const others = [...namesIn(project), ...Object.keys(project.optionalDependencies ?? {}), ...linksIn(before)];
  const entries: Packages = {
    ...ownPackages(
      before,
      others.filter((one) => !isTested(one)),
      used,
    ),
    ...Object.fromEntries([...used].map((path) => [path, lockedAt(path)])),
  };
  const sorted = Object.entries(entries).sort(([one], [other]) => one.localeCompare(other, 'en'));
  const root = { ...previous?.packages[''], name, version, dependencies, devDependencies };
  const header = { name, version, lockfileVersion: 3, requires: true };
  return {
    ...header,
    packages: { '': root, ...Object.fromEntries(sorted) },
  };
};

/** @returns the names of packages that run scripts when they are installed, of those that projects have in tested versions */
export const scriptsIn = (tested: Lock, project: Dependencies): readonly string[] => {
  const packages = projectPackages(tested, {});
  const used = [...findInstalled(packages, namesIn(project).filter(isTested), installedKinds)];
  const withScripts = used.filter((path) => packages[path]?.hasInstallScript === true);
  return [...new Set(withScripts.map(packageNameAt))].sort();
};
