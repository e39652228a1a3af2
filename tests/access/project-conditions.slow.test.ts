// Conditions of project code, which restrict full-access tokens too.
import { testConditions } from './conditionTests.ts';

testConditions('code');
