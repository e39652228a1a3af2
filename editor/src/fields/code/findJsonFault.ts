// Where a text stops being JSON.
import { jsonLanguage } from '@codemirror/lang-json';

interface JsonFault {
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** @returns the first place that is wrong; undefined for valid JSON and for an empty text */
export const findJsonFault = (text: string): JsonFault | undefined => {
  if (text.trim() === '' || isJson(text)) return undefined;
  let at = text.trimEnd().length;
  // The parser of the highlighter goes on after a fault, and says where each is; that of the browser only describes it.
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) at = Math.min(at, from);
    },
  });
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};
