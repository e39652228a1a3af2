import { isLong } from '../../setup/lengthOf.ts';
import { describeLeaks } from './leakTests.ts';
import { callerNames, documentNames } from './workSite.ts';

/**
 * Each request reads all releases, so its cost grows with the documents. These have each kind of what a caller may not read: a
 * section, another user's document, a locale that is not published, a type, and what is in the trash.
 */
const decisiveDocuments = ['sport', 'unseen', 'own', 'home', 'deletedSport'];

describeLeaks(callerNames, isLong ? documentNames : decisiveDocuments);
