// Conditions of permissions.
import { testConditions } from './conditionTests.ts';

testConditions('role');
