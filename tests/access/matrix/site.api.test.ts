// Sends every request to routes that are not of content types with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind === undefined);
