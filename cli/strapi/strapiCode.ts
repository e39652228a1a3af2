// Recognises the code that Strapi's generators write and that changes nothing.
import { withoutComments } from '../../lib/schema/index.ts';

const harmlessLine =
  /^(?:'usestrict';?|import(?:type)?\{[\w,]+\}from'@strapi\/strapi';?|const\{\w+\}=require\('@strapi\/strapi'\)(?:\.factories)?;?)/;

/** The expression that a module exports, without spaces and comments and with single quotes; or else all of its code. */
export const exportedExpression = (code: string): string => {
  let rest = withoutComments(code).replace(/\s+/g, '').replace(/["`]/g, "'");
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(harmlessLine, '');
  }
  const [start = '', name = ''] = /^const(\w+)(?::[\w.]+)?=/.exec(rest) ?? [];
  const end = `;exportdefault${name}`;
  const text = rest.replace(/;$/, '');
  if (start !== '' && text.endsWith(end)) return text.slice(start.length, -end.length);
  return text.replace(/^(?:module\.exports=|exportdefault)/, '');
};

/** Code that has no effect: the factories of Strapi with nothing but a uid, empty functions, the list of Strapi's own middlewares. */
const patterns: readonly RegExp[] = [
  /^$/,
  /^(?:require\('@strapi\/strapi'\)\.)?(?:factories\.)?createCore(?:Controller|Service|Router)\('[^']+'(?:as\w+)?\)$/,
  /^(?:\([\w{},:.]*\)(?::[\w.]+)?=>\()?\{\}\)?$/,
  /^\{(?:(?:async)?(?:register|bootstrap|destroy)\([^)]*\)\{\},?)+\}$/,
  /^\[(?:'strapi::[\w-]+',?)+\]$/,
  /^\{rest:\{defaultLimit:25,maxLimit:100,withCount:true,?\},?\}$/,
];

/** Whether the module only repeats what Strapi does without it. */
export const isGeneratedCode = (code: string): boolean => {
  const expression = exportedExpression(code);
  return patterns.some((pattern) => pattern.test(expression));
};
