// Answers the operations on the versions of a document.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import { readNumberCursor } from '../../platform/cursors.ts';
import type { Service } from '../../platform/service.ts';
import { readWritten } from '../../read/execute/index.ts';
import { readQuery, type Query } from '../../read/query/index.ts';
import { compareVersions } from './compareVersions.ts';
import { versionContract } from './contract.ts';
import { answerVersions } from './describeVersions.ts';
import { nameVersion } from './nameVersion.ts';
import { restoreVersion } from './restoreVersion.ts';
import { showVersion } from './showVersion.ts';
import type { VersionContext } from './versionContext.ts';

/** A request about a document whose versions exist for the caller. */
export interface CheckedVersions extends VersionContext {
  /** @returns the condition of its `If-Match` header @throws ApiError 400 for one that is not valid */
  readonly readIfMatch: () => ExpectedRevisions | undefined;
}

/** The query of the answer to a restore: as to an update of the draft. */
const readAnswerQuery = ({ service, caller, type, text, format, locales }: VersionContext): Query => {
  const parameters = text.split('&').filter((one) => !/^status(?:=|$)/.test(one));
  const query = [...parameters, 'status=draft'].join('&');
  return readQuery(query, type, caller, { ...service, locales }, { action: 'update', format });
};

export const versionHandlers: Handlers<typeof versionContract, Service, CheckedVersions> = {
  findVersions: ({ page: { pageSize, cursor } }, _, context) =>
    answerVersions(context, { pageSize, before: readNumberCursor(cursor) }),
  compareVersions: ({ query }, _, context) => compareVersions(context, query),
  findVersion: ({ params: { number } }, _, context) => showVersion(context, number),
  nameVersion: async ({ params: { number }, body }, _, context) => {
    const { name } = checkBody(versionContract, 'nameVersion', body);
    return { data: await nameVersion(context, number, name), meta: {} };
  },
  restoreVersion: async ({ params: { number }, body }, service, context) => {
    const query = readAnswerQuery(context);
    const expected = context.readIfMatch();
    const { paths } = checkBody(versionContract, 'restoreVersion', body);
    const split = paths === undefined ? undefined : [...new Set(paths)].map((path) => path.split('.'));
    const { document, leftOut } = await restoreVersion(context, number, { paths: split, expected });
    const answer = await readWritten(service, query, document, context.timings);
    const restored = { from: Number(number), number: document.revision, leftOut };
    return { ...answer, meta: { ...answer.meta, restored } };
  },
};
