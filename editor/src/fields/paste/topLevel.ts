// Brings the blocks of HTML to the top level, so that they can be read piece by piece.
import type { Element, ElementContent } from 'hast';
import { isBlank, isBlockContent, isElement, makeElement, styleOf, textOf, type Content } from './hast.ts';

const containers = [
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'center', 'form', 'body', 'html'],
  ...['b', 'strong', 'i', 'em', 'u', 'span', 'font', 'a', 'ins', 'o:smarttagtype'],
];

/** Inline elements that mean nothing around blocks, but something inside of them. */
const isWrapper = (element: Element): boolean => isElement(element, 'b', 'strong', 'i', 'em', 'u', 'span', 'font', 'a');

const wrap = (nodes: readonly ElementContent[], wrappers: readonly Element[]): ElementContent[] =>
  wrappers.reduceRight<ElementContent[]>((children, wrapper) => [{ ...wrapper, children }], [...nodes]);

const isBreak = (node: Content | undefined): boolean => isElement(node, 'br');

const hasContent = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => !isBlank(textOf(node)) || (node.type === 'element' && !isBreak(node)));

/** Two line breaks, with white space between them, end a paragraph. */
const splitAtBreaks = (run: readonly ElementContent[]): readonly (readonly ElementContent[])[] => {
  const parts: ElementContent[][] = [[]];
  let breaks: ElementContent[] = [];
  for (const node of run) {
    if (isBreak(node) || (breaks.length > 0 && node.type === 'text' && isBlank(node.value))) {
      breaks.push(node);
      continue;
    }
    if (breaks.filter(isBreak).length > 1) parts.push([]);
    else parts.at(-1)?.push(...breaks);
    breaks = [];
    parts.at(-1)?.push(node);
  }
  return parts;
};

/**
 * The blocks of HTML in their order, without the elements that only contain them. Text between blocks becomes paragraphs.
 *
 * @param nodes not too deep: see `toHast`
 */
export const topLevelOf = (nodes: readonly Content[], wrappers: readonly Element[] = []): Element[] => {
  const blocks: Element[] = [];
  let run: ElementContent[] = [];
  const endRun = (): void => {
    for (const part of splitAtBreaks(run)) {
      if (hasContent(part)) blocks.push(makeElement('p', wrap(part, wrappers)));
    }
    run = [];
  };
  for (const node of nodes) {
    if (node.type !== 'element') {
      if (node.type === 'text') run.push(node);
      continue;
    }
    if (!isBlockContent(node)) {
      run.push(node);
      continue;
    }
    endRun();
    const isContainer = isElement(node, ...containers) && styleOf(node, 'display') !== 'none';
    if (isContainer && node.children.some(isBlockContent))
      // A call has too few places for the blocks of a long text.
      for (const block of topLevelOf(node.children, isWrapper(node) ? [...wrappers, node] : wrappers))
        blocks.push(block);
    else if (isElement(node, 'p', 'div') && splitAtBreaks(node.children).length > 1)
      for (const part of splitAtBreaks(node.children)) {
        if (hasContent(part)) blocks.push({ ...node, children: wrap(part, wrappers) });
      }
    else if (wrappers.length > 0 && isElement(node, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div'))
      blocks.push({ ...node, children: wrap(node.children, wrappers) });
    else blocks.push(node);
  }
  endRun();
  return blocks;
};
