// A page to try GraphQL, in development: what to send, the answer, and the schema. It loads nothing from elsewhere.
import { htmlPage } from './plainPage.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; --line: color-mix(in srgb, CanvasText 20%, Canvas); }
body { margin: 0; display: grid; grid-template: auto 1fr / 1fr 1fr 22rem; height: 100vh; background: Canvas; color: CanvasText; }
header { grid-column: 1 / -1; display: flex; gap: .75rem; align-items: center; padding: .5rem 1rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1rem; margin: 0 auto 0 0; }
input { width: 16rem; }
section { min-width: 0; overflow: auto; padding: .75rem 1rem; border-right: 1px solid var(--line); }
form { display: grid; grid-template-rows: auto 3fr auto 1fr; gap: .25rem; }
textarea, pre { font: 13px/1.5 ui-monospace, monospace; margin: 0; tab-size: 2; white-space: pre-wrap; overflow-wrap: anywhere; }
textarea { resize: none; }
summary { cursor: pointer; padding: .15rem 0; }
ul { margin: 0 0 .5rem; padding-left: 1.25rem; overflow-wrap: anywhere; }
`;

const script = String.raw`
const [query, variables, token, answer, types] = ['query', 'variables', 'token', 'answer', 'types'].map((id) => document.getElementById(id));
const kept = JSON.parse(sessionStorage.getItem('graphql') ?? '{}');
query.value = kept.query ?? '{\n  __typename\n}';
variables.value = kept.variables ?? '';
const ask = async (body) => {
  const authorization = token.value === '' ? {} : { authorization: 'Bearer ' + token.value };
  const headers = { 'content-type': 'application/json', ...authorization };
  return (await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) })).json();
};
const run = async () => {
  sessionStorage.setItem('graphql', JSON.stringify({ query: query.value, variables: variables.value }));
  try {
    const values = variables.value.trim() === '' ? {} : JSON.parse(variables.value);
    answer.textContent = JSON.stringify(await ask({ query: query.value, variables: values }), null, 2);
  } catch (error) {
    answer.textContent = error.message;
  }
};
document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); run(); });
addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); });
const nameOf = ({ kind, name, ofType }) => kind === 'NON_NULL' ? nameOf(ofType) + '!' : kind === 'LIST' ? '[' + nameOf(ofType) + ']' : name;
const argument = (one) => one.name + ': ' + nameOf(one.type) + (one.defaultValue === null ? '' : ' = ' + one.defaultValue);
const element = (tag, text, ...inner) => {
  const made = document.createElement(tag);
  made.append(text, ...inner);
  return made;
};
const lines = ({ fields, inputFields, enumValues, possibleTypes }) => [
  ...(fields ?? []).map((one) => one.name + (one.args.length === 0 ? '' : '(' + one.args.map(argument).join(', ') + ')') + ': ' + nameOf(one.type)),
  ...(inputFields ?? []).map(argument),
  ...(enumValues ?? possibleTypes ?? []).map((one) => one.name),
];
const show = ({ types: all }) => {
  const order = (type) => ['Query', 'Mutation'].indexOf(type.name) >>> 0;
  for (const type of all.filter(({ name, kind }) => !name.startsWith('__') && kind !== 'SCALAR').sort((a, b) => order(a) - order(b)))
    types.append(element('details', element('summary', type.name), element('ul', '', ...lines(type).map((text) => element('li', text)))));
};
const reference = (levels) => levels === 0 ? '' : 'kind name ofType {' + reference(levels - 1) + '}';
const type = 'type {' + reference(4).replace('ofType {}', '') + '}';
const input = '{name defaultValue ' + type + '}';
ask({ query: '{__schema {types {kind name fields {name args ' + input + ' ' + type + '} inputFields ' + input + ' enumValues {name} possibleTypes {name}}}}' })
  .then(({ data, errors }) => { if (data) show(data.__schema); else types.textContent = errors[0].message; });
`;

export const graphqlPage = htmlPage(
  'GraphQL',
  style,
  `<header><h1>GraphQL</h1><label>Token <input id="token" type="password" autocomplete="off"></label><button form="ask">Run (Ctrl+Enter)</button></header>
<section><form id="ask" style="height: 100%"><label for="query">Document</label><textarea id="query" spellcheck="false"></textarea>
<label for="variables">Variables</label><textarea id="variables" spellcheck="false"></textarea></form></section>
<section><pre id="answer" aria-live="polite"></pre></section>
<section id="types" aria-label="Types"></section>
<script>${script}</script>`,
);
