// Seeds documents of a JSON file: {"articles": [{…}], "global": {…}}; relations name any unique field of their target.
import { completeTotals } from '../../lib/background/index.ts';
import { isObject } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import { SeedFiles } from './seedFiles.ts';
import { writeGroup } from './writeGroup.ts';
import { sortByReference, type SeedGroup } from './sortByReference.ts';
import type { CreatedIds } from './resolveReferences.ts';

const readGroup = (name: string, value: unknown, { schema }: Service): SeedGroup => {
  const type = schema.served.get(name);
  if (type === undefined)
    throw new Error(
      `There is no content type "${name}"; the content types are ${[...schema.served.keys()].join(', ')}`,
    );
  const documents = type.kind === 'singleType' ? [value] : value;
  if (!Array.isArray(documents) || !documents.every(isObject))
    throw new Error(`"${name}" must be ${type.kind === 'singleType' ? 'one object' : 'a list of objects'}`);
  return { name, type, documents };
};

/**
 * Writes and publishes the documents in all their locales, targets of references first.
 *
 * @param content the content of the file
 * @param log receives one line per type that is written, and how far it is
 * @param folder the folder of the media files that documents name; without it, media values are left out
 * @throws Error that names the first invalid document; the documents before it are stored
 */
export const seed = async (
  service: Service,
  content: unknown,
  log: (line: string) => void,
  folder?: string,
): Promise<void> => {
  if (!isObject(content)) throw new Error('A seed file must hold an object: {"articles": [{…}], "global": {…}}');
  const groups = Object.entries(content).map(([name, value]) => readGroup(name, value, service));
  const createdIds: CreatedIds = new Map();
  const files = new SeedFiles(service, folder);
  const progress = new ProgressLog(log);
  for (const group of sortByReference(groups, service.schema)) {
    await writeGroup({ service, createdIds, files }, group, progress);
    const { name, documents } = group;
    log(`${name}: ${formatCount(documents.length, 'document')}`);
  }
  await completeTotals(service);
  const { missing } = files;
  if (missing.length > 0) log(`left out ${missing.length} missing media files: ${[...new Set(missing)].join(', ')}`);
};
