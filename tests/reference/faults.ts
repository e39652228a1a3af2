// What is wrong with Lectern's answers to a scenario, beside what the reference answered.
import { expect } from 'vitest';
import { differences } from './differences.ts';
import { judge, type Verdict } from './judge.ts';
import type { Step } from './player.ts';
import { recordingOf } from './recording.ts';

const named = new Set<string>(Object.values(differences).flat());

/**
 * @param see told how equal each step is, by its scenario and label
 * @returns the steps that differ without being named, are named without differing, or crash; with both answers
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
    const said = status >= 500 ? 'crashes' : verdict === 'different' ? 'differs' : 'is named, but does not differ';
    const answers = { strapi: reference, lectern: { status, body } };
    return [
      `${step} ${said} (${request})`,
      ...Object.entries(answers).map(([who, answer]) => `  ${who}: ${answer.status} ${JSON.stringify(answer.body)}`),
    ];
  });
};
