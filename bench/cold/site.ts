// What any function makes with its first request, before it asks the database for anything.
import { serviceFromEnvironment } from '../../lib/service.ts';

export const ready = serviceFromEnvironment;
