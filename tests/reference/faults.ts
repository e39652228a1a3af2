// Finds unexpected differences between Lectern's answers to a scenario and the recording.
import { expect } from 'vitest';
import { differences } from './differences.ts';
import { judge, type Verdict } from './judge.ts';
import type { Step } from './player.ts';
import { recordingOf } from './recording.ts';

const named = new Set<string>(Object.values(differences).flat());

/**
 * @param see receives the verdict on each step, by its scenario and label
 * @returns the steps that differ but are not listed, are listed but do not differ, or crash, with both answers
 */
export const faultsOf = (
  name: string,
  steps: readonly Step[],
  see: (step: string, verdict: Verdict) => void = () => undefined,
): readonly string[] => {
  const recording = recordingOf(name);
  expect(steps.map(({ label }) => label)).toEqual(recording.map(({ label }) => label));
  return recording.flatMap((reference, index) => {
    const step = `${name}: ${reference.label}`;
    const { request, status, body } = steps[index] ?? { request: '', status: 0, body: null };
    const verdict = judge(reference, { status, body });
    see(step, verdict);
    if ((verdict === 'different') === named.has(step) && status < 500) return [];
    const said = status >= 500 ? 'crashes' : verdict === 'different' ? 'differs' : 'is listed, but does not differ';
    const answers = { strapi: reference, lectern: { status, body } };
    return [
      `${step} ${said} (${request})`,
      ...Object.entries(answers).map(([who, answer]) => `  ${who}: ${answer.status} ${JSON.stringify(answer.body)}`),
    ];
  });
};
