// The operations of what is no content type, asked with every kind of credentials.
import { askMatrix } from './matrix.ts';

askMatrix((kind) => kind === undefined);
