// `leaks.slow.test.ts` has more callers and documents, and in the long run all of them.
import { describeLeaks } from './leakTests.ts';

describeLeaks(['an author', 'a member who finds news, and edits all'], ['sport', 'home', 'deletedSport']);
