// Arrow functions at the top level of a bundle become function expressions, and a source map follows them.
import { SourceMap, type SourceMapPayload } from 'node:module';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { withLazyFunctions } from '../../../bin/lazyFunctions.js';

const long = '0+'.repeat(80) + '1';

it.each([
  [`var f=(a,b)=>{${long}};`, `var f=function(a,b){${long}};`],
  [`var f=()=>{${long}};`, `var f=function(){${long}};`],
  [`var f=a=>{${long}};`, `var f=function(a){${long}};`],
  [`var f=(a=(()=>1)(),{b=()=>2},...c)=>a+${long};`, `var f=function(a=(()=>1)(),{b=()=>2},...c){return a+${long}};`],
  [`var f=a=>({b:${long}});`, `var f=function(a){return ({b:${long}})};`],
  [`var f=(async(a)=>a+${long})();`, `var f=(async function(a){return a+${long}})();`],
  [`var f=async a=>a+${long};`, `var f=async function(a){return a+${long}};`],
  [`var f=async()=>${long};`, `var f=async function(){return ${long}};`],
  [`export default a=>(b=>${long});`, `export default function(a){return (b=>${long})};`],
  // Others, in which `this` may be of the function around them, or which are short.
  ...[
    `var f=a=>a;`,
    `var f=function(){return ()=>this+${long}};`,
    `class A{static f=()=>this+${long};b=()=>${long}}`,
  ].map((code) => [code, code]),
])('%s', (code, expected) => {
  expect(withLazyFunctions(code).code).toBe(expected);
});

it('the lines of a source map stay those of the source', async () => {
  const source = [1, 2, 3]
    .map(
      (number) => `
        export const f${number} = (text: string, other = () => 'other'): string =>
          \`${'x'.repeat(160)}
            \${text}\` + mark${number}(other());
        class C${number} { static a = () => mark${number}(this); }
        mark${number}(C${number});
      `,
    )
    .join('');
  const built = await transform(source, { loader: 'ts', minify: true, format: 'esm', sourcemap: 'external' });
  const { code, map = '' } = withLazyFunctions(built.code, built.map);
  expect(code.match(/function\(/g)).toHaveLength(3);
  const places = (text: string, json: string) =>
    [...text.matchAll(/mark\d|other|class/g)].map(({ 0: word, index }) => {
      const before = text.slice(0, index).split('\n');
      const entry = new SourceMap(JSON.parse(json) as SourceMapPayload).findEntry(
        before.length - 1,
        before.at(-1)?.length ?? 0,
      );
      return 'originalLine' in entry ? [word, entry.originalLine, entry.originalColumn] : [word];
    });
  const expected = places(built.code, built.map);
  expect(expected.length).toBeGreaterThan(3);
  expect(places(code, map)).toEqual(expected);
});
