// Groups the samples of a CPU profile by the part of the program that they are in.
import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  /** In microseconds. */
  readonly timeDeltas: readonly number[];
}

/** The parts of busy time, by name, each from 0 to 1. */
export interface Shares {
  readonly groups: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
}

type SourceOf = (frame: Frame) => string;

/** Finds the source file of a frame in the bundle. */
const sourceFinder = async (bundle: string): Promise<SourceOf> => {
  const map = new SourceMap(JSON.parse(await readFile(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.endsWith(bundle)) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    return 'originalSource' in entry ? entry.originalSource.replace(/^(?:\.\.\/)+/, '') : url;
  };
};

/** The groups of code outside of Lectern, by a part of the file's address. */
const libraries: readonly (readonly [string, string])[] = [
  ['/node_modules/bson/', 'BSON'],
  ['/node_modules/mongodb/', 'driver'],
  ['/node_modules/@middy/', 'middy'],
  ['/node_modules/', 'other libraries'],
  ['node:', 'Node'],
];

const engine: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'V8 and system calls'],
  ['(idle)', ''],
  ['(root)', ''],
]);

/** `lib/api/http` of `lib/api/http/send.ts`. */
const areaOf = (source: string): string | undefined => /(?:^|\/)(lib\/[\w-]+(?:\/[\w-]+)?)\//.exec(source)?.[1];

const groupOf = ({ functionName, url }: Frame, source: string): string =>
  engine.get(functionName) ??
  libraries.find(([part]) => url.includes(part))?.[1] ??
  areaOf(source) ??
  // Native functions have no file: most are writes to sockets.
  (url === '' ? 'V8 and system calls' : 'start');

/**
 * @param folder the folder with the only profile, which `--cpu-prof` wrote
 * @param bundle the path of the program with a source map beside it
 */
export const readShares = async (folder: string, bundle: string): Promise<Shares> => {
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error(`${folder} has no profile`);
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  const sourceOf = await sourceFinder(bundle);
  const names = new Map(
    nodes.map(({ id, callFrame }) => {
      const source = sourceOf(callFrame);
      return [id, { group: groupOf(callFrame, source), name: `${callFrame.functionName} ${source}` }] as const;
    }),
  );
  const [groups, functions] = [new Map<string, number>(), new Map<string, number>()];
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const { group, name } = names.get(id) ?? { group: '', name: '' };
    if (group === '') continue;
    const time = timeDeltas[index] ?? 0;
    busy += time;
    groups.set(group, (groups.get(group) ?? 0) + time);
    functions.set(name, (functions.get(name) ?? 0) + time);
  }
  const sharesOf = (times: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
    new Map([...times].map(([name, time]) => [name, time / busy] as const).sort(([, a], [, b]) => b - a));
  return { groups: sharesOf(groups), functions: sharesOf(functions) };
};
