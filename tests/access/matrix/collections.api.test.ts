// Sends every request to collections with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind?.single === false);
