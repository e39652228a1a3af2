// Makes the package.json of a project.
import { developmentPackages, scriptsIn, type Lock, type Manifest } from '../packages/index.ts';

export interface PackageOptions {
  readonly name: string;
  /** The version range or the place of `lectern`. */
  readonly lectern: string;
  /** Whether the project deploys to AWS. */
  readonly aws: boolean;
  /** The lock of Lectern's repository. */
  readonly lock: Lock;
}

/** The version ranges are those that Lectern is tested with. @throws Error if a package has none */
const developmentVersions = ({ aws, lock }: PackageOptions): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(developmentPackages)
      .filter(([, onlyAws]) => aws || !onlyAws)
      .map(([name]) => {
        const version = lock.packages['']?.devDependencies?.[name];
        if (version === undefined) throw new Error(`create-lectern has no version of ${name}`);
        return [name, version];
      }),
  );

/** @returns what the package.json of the project contains */
export const projectManifest = (options: PackageOptions): Manifest & Readonly<Record<string, unknown>> => {
  const { name, lectern, aws, lock } = options;
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      dev: 'lectern dev',
      start: 'lectern start',
      build: 'lectern build',
      test: 'vitest run',
      typecheck: 'lectern build && tsc',
      ...(aws ? { package: 'lectern package', deploy: 'lectern deploy' } : {}),
    },
    dependencies: { lectern },
    devDependencies: developmentVersions(options),
  };
  // Nothing here needs the scripts that packages run when they are installed. npm warns of those that no line decides about.
  return {
    ...manifest,
    allowScripts: Object.fromEntries(scriptsIn(lock, manifest).map((package_) => [package_, false])),
  };
};
