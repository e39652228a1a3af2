// Joins the parts of two compared texts to one text, in which each has its own words marked.
import type { diffWords } from '../saving/diffWords.ts';

export interface InlinePart {
  readonly text: string;
  /** Which text has it; undefined: both. */
  readonly side: 'from' | 'to' | undefined;
}

/** Of what both texts have, so much is shown beside a difference. */
const around = 120;

const shorten = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 3 * around) return text;
  const start = isFirst ? '' : `${text.slice(0, around)} `;
  const end = isLast ? '' : ` ${text.slice(-around)}`;
  return `${start}…${end}`;
};

/**
 * @param parts `own` of the older text, `other` of the newer one
 * @returns one text; what is long and in both is shortened, and blanks between changed words belong to them
 */
export const inlineParts = ({ own, other }: ReturnType<typeof diffWords>): readonly InlinePart[] => {
  const joined: InlinePart[] = [];
  let [from, to] = ['', ''];
  const add = (text: string, side: InlinePart['side']) => {
    if (text !== '') joined.push({ text, side });
  };
  const flush = () => {
    // The blank before a word of both texts is of both.
    const blank = from.endsWith(' ') && to.endsWith(' ') ? 1 : 0;
    add(from.slice(0, from.length - blank), 'from');
    add(to.slice(0, to.length - blank), 'to');
    add(' '.repeat(blank), undefined);
    [from, to] = ['', ''];
  };
  for (let i = 0, j = 0; i < own.length || j < other.length;) {
    const [left, right] = [own[i], other[j]];
    if (left?.isChanged === true || right?.isChanged === true) {
      if (left?.isChanged === true) [from, i] = [from + left.text, i + 1];
      if (right?.isChanged === true) [to, j] = [to + right.text, j + 1];
      continue;
    }
    const text = left?.text ?? '';
    [i, j] = [i + 1, j + 1];
    // A blank between changed words.
    if (/^ +$/.test(text) && from !== '' && to !== '' && i < own.length && j < other.length)
      [from, to] = [from + text, to + text];
    else {
      flush();
      add(text, undefined);
    }
  }
  flush();
  return joined.map((part, index) =>
    part.side === undefined ? { ...part, text: shorten(part.text, index === 0, index === joined.length - 1) } : part,
  );
};
