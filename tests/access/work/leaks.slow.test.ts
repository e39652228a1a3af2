import { isLong } from '../../setup/lengthOf.ts';
import { describeLeaks } from './leakTests.ts';
import { callerNames, documentNames } from './workSite.ts';

/**
 * Each request reads all releases, so its cost grows with the documents. These have each kind of what a caller may not read: a
 * section, another user's document, a locale that is not published, and what is in the trash; `leaks.api.test.ts` has a single type.
 */
const decisiveDocuments = ['sport', 'unseen', 'own', 'deletedSport'];

/** `leaks.api.test.ts` has the first two, and the others may read nearly all. */
const leftOut = ['an author', 'a member who finds news, and edits all', 'an editor', 'full-access'];

if (isLong) describeLeaks(callerNames, documentNames);
else
  describeLeaks(
    callerNames.filter((name) => !leftOut.includes(name)),
    decisiveDocuments,
  );
