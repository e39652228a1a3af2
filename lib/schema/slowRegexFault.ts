// Finds regular expressions that take very long to match some texts.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { checkSync, Diagnostics, VulnerableDiagnostics } from 'recheck';
import { errorMessage } from '../errors.ts';
import { packageRoot } from '../installedPackage.ts';

/**
 * The limits count steps, not time, so that a pattern gets the same verdict on a busy machine. They also bound the work:
 * recheck tries generated texts, instead of an analysis, on patterns with lookarounds, backreferences, long repeats or many
 * states.
 */
const limits = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 5_000_000,
  maxInitialGenerationSize: 50,
  maxIteration: 1,
  maxNFASize: 3_000,
  maxRepeatCount: 10,
  timeout: 30_000,
} as const;

/** recheck's main module starts a Java or native process where it can; this one is plain JavaScript. */
const browserModule = 'recheck/lib/browser.js';

/** Loaded on first use: recheck takes 140 ms and 3 MB to load, and most folders have no pattern that needs it. */
const loadRecheck = (): { readonly checkSync: typeof checkSync } => {
  const root = packageRoot();
  // Only a clone installs it; the package brings the module (bin/vendored.js).
  const file = existsSync(join(root, 'node_modules/recheck')) ? browserModule : join(root, 'dist/vendored/recheck.cjs');
  return createRequire(import.meta.url)(file) as { readonly checkSync: typeof checkSync };
};

const maxChoices = 8;

/** Whether a pattern has no unbounded repeats and few choices, so that each position takes at most 2^8 attempts. */
const isBounded = (regex: string): boolean =>
  !/[*+]|\{\d*,|\{\d{3}|\)\{/.test(regex) && (regex.match(/[?|]/g)?.length ?? 0) <= maxChoices;

const adviceFor = (regex: string, { complexity, hotspot }: VulnerableDiagnostics): string => {
  const hotspots = hotspot.filter(({ temperature }) => temperature === 'heat');
  const parts = new Set(hotspots.map(({ start, end }) => `"${regex.slice(start, end)}"`));
  const anchor = complexity.type === 'polynomial' && !regex.startsWith('^') ? 'begin it with "^", or ' : '';
  return `${anchor}rewrite ${[...parts].join(' and ')} so that no text matches in two ways`;
};

/** recheck throws on a few patterns that it cannot parse. */
const diagnose = (regex: string): Diagnostics => {
  const { checkSync } = loadRecheck();
  try {
    return checkSync(regex, '', limits);
  } catch (error) {
    return { source: regex, flags: '', status: 'unknown', error: { kind: 'unexpected', message: errorMessage(error) } };
  }
};

/** What a match may take: a pattern of quadratic time takes a millisecond on the 255 characters that a `string` can have. */
const maxSteps = 100_000;

const faultOf = (regex: string, verdict: Diagnostics, maxLength: number): string | undefined => {
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'vulnerable') {
    const { attack, complexity } = verdict;
    if (complexity.type === 'polynomial' && maxLength ** complexity.degree <= maxSteps) return undefined;
    const time = complexity.type === 'exponential' ? 'exponential' : `polynomial (degree ${complexity.degree})`;
    return `takes ${time} time on the text ${attack.pattern}; ${adviceFor(regex, verdict)}`;
  }
  const reason = 'message' in verdict.error ? verdict.error.message : `no result in ${limits.timeout / 1000} s`;
  return `cannot be checked for texts that take long to match (${reason}); write a simpler one`;
};

const verdicts = new Map<string, Diagnostics>();

/**
 * Checks that the time to match a text grows linearly with its length, or that texts are too short for it to matter. A
 * process checks each pattern once.
 *
 * @param regex a valid JavaScript regular expression, without flags
 * @param maxLength the greatest length of a text
 * @returns the fault, with a text that shows it and advice; undefined if there is none
 */
export const slowRegexFault = (regex: string, maxLength: number): string | undefined => {
  if (isBounded(regex)) return undefined;
  const verdict = verdicts.get(regex) ?? diagnose(regex);
  verdicts.set(regex, verdict);
  return faultOf(regex, verdict, maxLength);
};
