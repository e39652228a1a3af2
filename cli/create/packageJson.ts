// Writes the package.json of a project.

export interface PackageOptions {
  readonly name: string;
  /** The version range or the place of `lectern`. */
  readonly lectern: string;
  /** Whether the project deploys to AWS. */
  readonly aws: boolean;
  /** The version ranges of the packages for development, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Whether each development package is only for deployment to AWS. */
const developmentPackages: Readonly<Record<string, boolean>> = {
  '@types/node': false,
  serverless: true,
  'serverless-offline': true,
  typescript: false,
  vitest: false,
};

/** @throws Error if a package has no version */
const developmentVersions = ({ aws, versions }: PackageOptions): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(developmentPackages)
      .filter(([, onlyAws]) => aws || !onlyAws)
      .map(([name]) => {
        const version = versions[name];
        if (version === undefined) throw new Error(`create-lectern has no version of ${name}`);
        return [name, version];
      }),
  );

/** @returns the text of the file */
export const packageJsonText = (options: PackageOptions): string => {
  const { name, lectern, aws } = options;
  const json = {
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
  return `${JSON.stringify(json, null, 2)}\n`;
};
