// Sends every request to single types with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind?.single === true);
