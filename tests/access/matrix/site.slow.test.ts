// Sends every request to routes that are not of content types with every kind of credentials.
import { testMatrix } from './matrix.ts';

testMatrix((kind) => kind === undefined);
