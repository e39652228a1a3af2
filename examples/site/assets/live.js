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
/** How many requests in succession have failed. */
let failures = 0;
for (;;) {
  try {
    const answer = await fetch(`/live.json?${new URLSearchParams({ since })}`);
    // The site has other tags since it was updated: begin again.
    if (answer.status === 400) since = '';
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { data, meta } = await answer.json();
    [since, failures] = [meta.since, 0];
    if (data.length > 0) await refresh();
  } catch {
    // The site or Lectern does not answer: ask again, after longer and longer pauses.
    failures += 1;
  }
  await pause(document.hidden ? 60_000 : Math.min(2_000 * 2 ** failures, 60_000));
}
