// Reads and writes of content over HTTP.
export { estimateRead } from './estimateRead.ts';
export { readRequest } from './readRequest.ts';
export { searchRequest } from './searchRequest.ts';
export { writeRequest } from './writeRequest.ts';
