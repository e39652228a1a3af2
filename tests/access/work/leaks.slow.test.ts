import { isLong } from '../../setup/lengthOf.ts';
import { describeLeaks } from './leakTests.ts';
import { callerNames, documentNames } from './workSite.ts';

/**
 * Each request reads all releases, so its cost grows with the documents. These have each kind of what a caller may not read: a
 * section, another user's document, a locale that is not published, and what is in the trash; `leaks.api.test.ts` has a single type.
 */
const decisiveDocuments = ['sport', 'unseen', 'own', 'deletedSport'];

/**
 * `leaks.api.test.ts` has the first two; the next ones have no condition that the callers here do not have, and the last ones may read
 * nearly all.
 */
const leftOut = [
  ...['an author', 'a member who finds news, and edits all'],
  ...['an author of their own who finds only these', 'custom'],
  ...['an editor', 'full-access'],
];

if (isLong) describeLeaks(callerNames, documentNames);
else
  describeLeaks(
    callerNames.filter((name) => !leftOut.includes(name)),
    decisiveDocuments,
  );
