// Compares the packages of a project with those that the installed version of Lectern is tested with.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../lib/errors.ts';
import { packageRoot } from '../../lib/installedPackage.ts';
import { developmentPackages, packageNameAt, projectLock, scriptsIn, type Lock, type Manifest } from './projectLock.ts';

export interface PackagesPlan {
  /** The number of packages that the project has in other versions. */
  readonly count: number;
  /** Writes the tested versions into the project's package.json and package-lock.json. npm does not install them yet. */
  readonly apply: () => Promise<void>;
}

type Dependencies = Manifest['dependencies'];

/** What a project's package.json may leave out. */
interface WrittenManifest extends Partial<Manifest> {
  /** Whether npm runs the scripts of a package when it installs it, by its name. */
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

/** @throws Error that names the file if it is no JSON, as with the marks of a conflict of git */
const readJson = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${errorMessage(error)}`, { cause: error });
  }
};

/** Keeps the indentation of the file, as npm does. */
const writeJson = async (file: string, value: object): Promise<void> => {
  const indentation = /^[ \t]+/m.exec(await readFile(file, 'utf8'))?.[0] ?? 2;
  await writeFile(file, `${JSON.stringify(value, null, indentation)}\n`);
};

/** The package contains the lock of the repository under another name, because npm leaves locks out. */
const testedLockFile = (): string => {
  const own = join(packageRoot(), 'package-lock.json');
  return existsSync(own) ? own : join(packageRoot(), 'dist/tested-lock.json');
};

/** The packages of a lock as `name@version`, without the project itself. */
const versionsIn = ({ packages }: Pick<Lock, 'packages'>): readonly string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '' }]) => `${packageNameAt(path)}@${version}`);

/**
 * @param folder of the project
 * @returns undefined if the project has no package-lock.json with `lectern`, as with other package managers, or if it is a link
 */
export const planPackages = async (folder: string): Promise<PackagesPlan | undefined> => {
  const [manifestFile, lockFile] = [join(folder, 'package.json'), join(folder, 'package-lock.json')];
  if (!existsSync(manifestFile) || !existsSync(lockFile)) return undefined;
  const written = (await readJson(manifestFile)) as WrittenManifest; // npm has read both files
  const manifest = { name: '', version: '', dependencies: {}, devDependencies: {}, ...written };
  const previous = (await readJson(lockFile)) as Partial<Lock>;
  const { packages } = previous; // locks of npm 6 have none
  const lectern = packages?.['node_modules/lectern'];
  // The packages of a linked Lectern are in its own folder.
  if (packages === undefined || lectern === undefined || lectern.link === true) return undefined;
  if (!('lectern' in manifest.dependencies)) return undefined;
  const tested = (await readJson(testedLockFile())) as Lock; // of Lectern's repository
  const ranges = tested.packages['']?.devDependencies ?? {};
  // A team that builds in production has some of them in `dependencies`.
  const moved = (dependencies: Dependencies): Dependencies =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [
        name,
        (name in developmentPackages ? ranges[name] : undefined) ?? range,
      ]),
    );
  const { dependencies, devDependencies } = written;
  const upgraded = {
    ...written,
    ...(dependencies === undefined ? {} : { dependencies: moved(dependencies) }),
    ...(devDependencies === undefined ? {} : { devDependencies: moved(devDependencies) }),
  };
  // Packages of the new version may run other scripts. What the team decided stays.
  const scripts = scriptsIn(tested, { ...manifest, ...upgraded }).map((name) => [name, false] as const);
  const { allowScripts } = written;
  const next =
    allowScripts === undefined
      ? upgraded
      : { ...upgraded, allowScripts: { ...Object.fromEntries(scripts), ...allowScripts } };
  const { resolved, integrity } = lectern; // JSON leaves them out if they are undefined
  const lock = projectLock(
    tested,
    { ...manifest, ...next },
    { resolved, integrity },
    { name: manifest.name, version: manifest.version, packages },
  );
  // npm may have put a package elsewhere, because the team has another version of it.
  const installed = new Set(versionsIn({ packages }));
  const changed = versionsIn(lock).filter((version) => !installed.has(version));
  return {
    count: changed.length,
    apply: async () => {
      await writeJson(manifestFile, next);
      await writeJson(lockFile, lock);
    },
  };
};
