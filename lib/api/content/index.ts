// Reads and writes of content over HTTP.
export { readRequest } from './readRequest.ts';
export { writeRequest } from './writeRequest.ts';
