// Finds unexpected differences between Lectern's answers to a scenario and the recording.
import { expect } from 'vitest';
import { differences } from './differences.ts';
import { graphqlDifferences } from './graphqlDifferences.ts';
import { compareAnswers, isCrash, type Answer, type Verdict } from './compareAnswers.ts';
import type { Step } from './player.ts';
import { readRecording } from './recording.ts';

const listedSteps = new Set<string>(Object.values({ ...differences, ...graphqlDifferences }).flat());

/**
 * @param report receives the verdict on each step, by its scenario and label, and Lectern's answer
 * @returns the steps that differ but are not listed, are listed but do not differ, or crash, with both answers
 */
export const findFaults = (
  name: string,
  steps: readonly Step[],
  report: (step: string, verdict: Verdict, answer: Answer) => void = () => undefined,
): readonly string[] => {
  const recording = readRecording(name);
  expect(steps.map(({ label }) => label)).toEqual(recording.map(({ label }) => label));
  return recording.flatMap((reference, index) => {
    const step = `${name}: ${reference.label}`;
    const { request, status, body } = steps[index] ?? { request: '', status: 0, body: null };
    const verdict = compareAnswers(reference, { status, body });
    report(step, verdict, { status, body });
    const crashes = isCrash({ status, body });
    if ((verdict === 'different') === listedSteps.has(step) && !crashes) return [];
    const problem = crashes ? 'crashes' : verdict === 'different' ? 'differs' : 'is listed, but does not differ';
    const answers = { strapi: reference, lectern: { status, body } };
    return [
      `${step} ${problem} (${request})`,
      ...Object.entries(answers).map(
        ([server, answer]) => `  ${server}: ${answer.status} ${JSON.stringify(answer.body)}`,
      ),
    ];
  });
};
