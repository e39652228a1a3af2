// Asks a question on the terminal of this process.
import { createInterface } from 'node:readline/promises';

/**
 * @param signal withdraws the question
 * @returns the answer
 * @throws AbortError when the question is withdrawn
 */
export const askTerminal = async (question: string, signal?: AbortSignal): Promise<string> => {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl+C would only end the question.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await (signal === undefined ? prompt.question(question) : prompt.question(question, { signal }));
  } finally {
    prompt.close();
  }
};
