// The whole product is in `leaks.slow.test.ts`.
import { describeLeaks } from './leakTests.ts';

describeLeaks(['an author', 'a member who finds news, and edits all'], ['sport', 'home', 'deletedSport']);
