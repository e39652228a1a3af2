// What a read of content costs, as far as that is known before it runs.
import { costOfPlan, planRead } from '../../read/execute/index.ts';
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { admit, plainAnswer, type Answer, type Request } from '../http/index.ts';

/**
 * @returns the cost as the body of an answer
 * @throws ApiError as `readRequest` before it reads
 */
export const estimateRead = async (request: Request, service: Service, action: 'find' | 'findOne'): Promise<Answer> => {
  const { query, documentId } = await admit(request, service, action);
  const plan = planRead(service, query, request.timings, documentId);
  return plainAnswer(await costOfPlan(await standaloneOperations(service.database), plan));
};
