// The script `lectern/preview`, which a page loads itself.
import { start } from './overlay.ts';

start(true);
