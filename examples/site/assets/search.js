// Searches while people type. The texts of the page are in its data attributes.
const form = document.querySelector('form.search');
const input = form.elements.q;
const list = document.querySelector('.results');
const status = document.querySelector('.count');
const { locale, one, many, none, failed } = form.dataset;

let timer;
let running = new AbortController();

const show = (results, text) => {
  status.textContent = text;
  list.replaceChildren(
    ...results.map(({ title, url, excerpt }) => {
      const item = document.createElement('li');
      const heading = document.createElement('h2');
      const link = document.createElement('a');
      link.href = url;
      link.textContent = title;
      heading.append(link);
      const text = document.createElement('p');
      // Lectern escapes the text of excerpts: their only elements are marks.
      text.innerHTML = excerpt;
      item.append(heading, text);
      return item;
    }),
  );
};

const search = async () => {
  const q = input.value.trim();
  // The answer to earlier letters must not replace that to later ones.
  running.abort();
  running = new AbortController();
  const { signal } = running;
  history.replaceState(null, '', q === '' ? location.pathname : `?q=${encodeURIComponent(q)}`);
  if (q === '') {
    show([], '');
    return;
  }
  try {
    const answer = await fetch(`/search.json?${new URLSearchParams({ q, locale })}`, { signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { total, results } = await answer.json();
    const text = total === 0 ? none : total === 1 ? one : many;
    show(
      results,
      text.replace('{total}', total).replace('{q}', () => q),
    );
  } catch {
    if (!signal.aborted) show([], failed);
  }
};

input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(search, 150);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(timer);
  search();
});
// The arrows go from the field through the results and back.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [input, ...list.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined || !stops.includes(document.activeElement)) return;
  event.preventDefault();
  next.focus();
});

input.value = new URLSearchParams(location.search).get('q') ?? '';
if (input.value !== '') search();
