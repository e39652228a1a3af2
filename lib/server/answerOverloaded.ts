// Refuses requests on connections beyond `http.server.maxConnections`.
import { unavailable } from '../errors.ts';
import { endpoint, type Operation } from '../api/http/index.ts';

const refuseRequest: Operation = () =>
  Promise.reject(unavailable('The server has too many connections: try again', { 'retry-after': '5' }));

// Preview links get the same answer.
export const answerOverloaded = endpoint(Object.assign(refuseRequest, { takesPreview: true as const }));
