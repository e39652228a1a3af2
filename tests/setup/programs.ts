// Builds the command line and the server, once for all end-to-end tests of a run.
import { build } from '../../bin/build.js';

export default (): Promise<void> => build(['lectern', 'start']);
