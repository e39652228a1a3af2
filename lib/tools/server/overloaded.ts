// Answers requests on connections that are more than the server serves.
import { unavailable } from '../../errors.ts';
import { endpoint, type Operation } from '../../api/http/index.ts';

const refuseRequest: Operation = () =>
  Promise.reject(unavailable('The server has too many connections: try again', { 'retry-after': '5' }));

// Whoever has a preview link is answered the same.
export const overloaded = endpoint(Object.assign(refuseRequest, { takesPreview: true as const }));
