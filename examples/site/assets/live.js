// Shows the page as it is now, when something has changed and the site has been built again.
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The contents of this page, as the site serves them now. */
const read = async () => {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
};

let current = await read();

const refresh = async () => {
  // Most changes are of other pages, so this ends without one.
  for (let tries = 0; tries < 30; tries += 1) {
    const main = await read();
    if (main && !main.isEqualNode(current)) {
      current = main;
      document.querySelector('main').replaceChildren(...main.cloneNode(true).childNodes);
      return;
    }
    await pause(1_000);
  }
};

let since = '';
for (;;) {
  try {
    const answer = await fetch(`/live.json?${new URLSearchParams({ since })}`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { data, meta } = await answer.json();
    since = meta.since;
    if (data.length > 0) await refresh();
  } catch {
    // The site or Lectern does not answer: ask again.
  }
  await pause(document.hidden ? 60_000 : 2_000);
}
