// Finds the known name that is closest to a mistyped one, for "did you mean".
import { editDistance } from './editDistance.ts';

/** Longer names are not compared: no real name is longer, and the time would depend on the sender. */
const maxNameLength = 255;

const lastSegment = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** @returns the entry of `names` that `name` is probably a mistake for: a few letters differ, or only the part before the last dot */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > maxNameLength) return undefined;
  const { length } = lastSegment(name);
  const allowed = length < 3 ? 0 : Math.max(1, Math.floor(length / 3));
  let best: { readonly name: string; readonly off: number } | undefined;
  for (const candidate of names) {
    const sameLastSegment = name.includes('.') && lastSegment(name) === lastSegment(candidate);
    const off = editDistance(name.toLowerCase(), candidate.toLowerCase(), sameLastSegment ? Infinity : allowed);
    if (off < (best?.off ?? Infinity)) best = { name: candidate, off };
  }
  return best?.name;
};

/** @returns `; did you mean "article"?`, or an empty text if no other name is close */
export const didYouMean = (name: string, names: Iterable<string>): string => {
  const near = nearestName(name, names);
  return near === undefined || near === name ? '' : `; did you mean "${near}"?`;
};
