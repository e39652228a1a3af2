// What the editor sends to a page that says that it is ready. Such a page updates itself.
import { start } from './overlay.ts';

start(false);
