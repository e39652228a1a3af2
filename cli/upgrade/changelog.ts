// Finds the sections of the changelog between two versions. Pure.

/** One version of the changelog: `## 0.1.0` and the text below it. */
export interface ChangelogSection {
  readonly version: string;
  /** With its heading, without empty lines around it. */
  readonly text: string;
}

const heading = /^## (\d+\.\d+\.\d+)$/;

/** The sections of versions, in the order of the file. Other headings, such as `## Unreleased`, begin no section. */
export const parseChangelog = (text: string): readonly ChangelogSection[] =>
  text
    .split(/^(?=## )/m)
    .map((part) => ({ version: heading.exec(part.split('\n')[0] ?? '')?.[1] ?? '', text: part.trim() }))
    .filter(({ version }) => version !== '');

/** Whether a text is a version: `0.1.0`. */
export const isVersion = (text: string): boolean => heading.test(`## ${text}`);

/**
 * Compares two versions by their three numbers.
 *
 * @returns less than 0 if the first is the earlier one, 0 if they are the same
 */
export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  const differences = left?.map((part, index) => part - (right?.[index] ?? 0));
  return differences?.find((difference) => difference !== 0) ?? 0;
};

/**
 * @param from the version before the upgrade; undefined: all versions
 * @param to the version after it
 * @returns the sections after `from`, up to `to`
 */
export const changesBetween = (changelog: string, from: string | undefined, to: string): readonly ChangelogSection[] =>
  parseChangelog(changelog).filter(
    ({ version }) => (from === undefined || compareVersions(version, from) > 0) && compareVersions(version, to) <= 0,
  );
