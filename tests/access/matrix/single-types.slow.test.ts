// Sends every request to single types with every kind of credentials.
import { testMatrix } from './matrix.ts';

testMatrix((kind) => kind?.single === true);
