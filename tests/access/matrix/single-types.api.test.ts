// The operations of single types, asked with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind?.single === true);
