// Sends every request to collections with every kind of credentials.
import { testMatrix } from './matrix.ts';

testMatrix((kind) => kind?.single === false);
