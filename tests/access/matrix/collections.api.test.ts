// The operations of collections, asked with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind?.single === false);
