import { describeLeaks } from './leakTests.ts';
import { callerNames, documentNames } from './workSite.ts';

describeLeaks(callerNames, documentNames);
