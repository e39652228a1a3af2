// Reads and writes of content over HTTP.
export { readRequest } from './readRequest.ts';
export { searchRequest } from './searchRequest.ts';
export { writeRequest } from './writeRequest.ts';
