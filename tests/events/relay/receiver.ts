// Runs an HTTP server that receives webhooks, records the calls, and answers as a test decides.
import type { ServerResponse } from 'node:http';
import { answerWith, startStandIn, type StandInRequest } from '../../setup/httpStandIn.ts';

export interface Received extends StandInRequest {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read into it
  readonly body: any;
}

/** Answers a call; `count` is the number of calls before it. */
export type AnswerCall = (response: ServerResponse, received: Received, count: number) => void;

export interface Receiver {
  readonly url: string;
  readonly calls: Received[];
  /** How to answer; 200 by default. */
  answerCall: AnswerCall;
}

export const ok: AnswerCall = (response) => {
  response.end('taken');
};

export const withStatus = (status: number): AnswerCall => answerWith(status);

/** Starts a receiver that runs until the test file ends. */
export const startReceiver = async (): Promise<Receiver> => {
  const standIn = await startStandIn();
  const receiver: Receiver = { url: `${standIn.url}/hook`, calls: [], answerCall: ok };
  standIn.answer = (response, request) => {
    const received = { ...request, body: JSON.parse(request.text) as unknown };
    receiver.calls.push(received);
    receiver.answerCall(response, received, receiver.calls.length - 1);
  };
  return receiver;
};
