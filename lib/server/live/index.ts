// Streams of server-sent events to pages that update themselves: exports what `npm start` serves.
export { LiveStreams } from './liveStreams.ts';
