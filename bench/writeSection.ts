// Writes the section of one benchmark into the page of results and leaves the other sections unchanged.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const titleOf = (section: string): string => section.split('\n', 1)[0] ?? '';

/** @returns the page with the section in place of the section with the same title, or at the end */
export const withSection = (page: string, section: string): string => {
  const sections = page.split(/^(?=# )/m).filter((one) => one.trim() !== '');
  const at = sections.findIndex((one) => titleOf(one) === titleOf(section));
  const all = at < 0 ? [...sections, section] : sections.with(at, section);
  return all.map((one) => `${one.trimEnd()}\n`).join('\n');
};

/** Writes a section into a page; creates the page if it does not exist. */
export const writeSection = async (file: string, section: string): Promise<void> => {
  const page = await readFile(file, 'utf8').catch(() => '');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, withSection(page, section));
};
