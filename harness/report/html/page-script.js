// What the page can do besides being read: without this, links between calls and lines still work.
(() => {
  const events = () => [...document.querySelectorAll('.event')];
  const siblings = (event) => [...event.closest('.attempt').querySelectorAll('.event')];
  const help = document.getElementById('help');
  let pinned;

  // Calls and the line that makes them

  const keyOf = (element) => element?.closest?.('[data-at]')?.dataset.at;

  const light = (key) => {
    for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
    if (key === undefined) return;
    for (const each of document.querySelectorAll(`[data-at="${key}"]`)) each.classList.add('lit');
  };

  // Only the panel of the source moves, and only where it stands beside: a reader is not carried off.
  const showLine = (key) => {
    const line = key === undefined ? null : document.getElementById(key);
    const panel = line?.closest('.lines');
    if (!panel || getComputedStyle(panel.parentElement).position !== 'sticky') return;
    const { top, bottom } = panel.getBoundingClientRect();
    const own = line.getBoundingClientRect();
    if (own.top < top || own.bottom > bottom) panel.scrollTop += own.top - top - panel.clientHeight / 3;
  };

  document.addEventListener('mouseover', ({ target }) => light(keyOf(target) ?? pinned));
  document.addEventListener('focusin', ({ target }) => {
    const key = keyOf(target);
    if (key !== undefined) pinned = key;
    light(key ?? pinned);
    if (target.closest('.event')) showLine(key);
    rove(target.closest('.event'));
  });
  document.addEventListener('click', ({ target }) => {
    const element = target.closest('[data-at]');
    if (element === null || target.closest('a')) return;
    pinned = element.dataset.at;
    light(pinned);
    if (element.classList.contains('event')) element.focus({ preventScroll: true });
    else element.querySelector('.links a')?.focus({ preventScroll: true });
  });

  // Keys

  // One line of a timeline is in the order of the Tab key; arrows lead to the others.
  const rove = (event) => {
    if (!event) return;
    for (const other of event.closest('.timeline').querySelectorAll('.event[tabindex="0"]')) other.tabIndex = -1;
    event.tabIndex = 0;
  };

  const go = (element) => {
    if (!element) return;
    element.focus();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const current = () => document.activeElement?.closest?.('.event') ?? undefined;

  const step = (by) => {
    const from = current();
    if (from === undefined) return go(events()[0]);
    const all = siblings(from);
    go(all[all.indexOf(from) + by]);
  };

  const across = (by) => {
    const from = current();
    if (from === undefined) return;
    const attempts = [...from.closest('.timeline').querySelectorAll('.attempt')];
    const other = attempts[attempts.indexOf(from.closest('.attempt')) + by];
    if (other === undefined) return;
    const line = (event) => Number.parseInt(event.style.gridRowStart, 10);
    const all = [...other.querySelectorAll('.event')];
    go(all.findLast((event) => line(event) <= line(from)) ?? all[0]);
  };

  const edge = (which) => {
    const from = current();
    if (from !== undefined) go(siblings(from).at(which));
  };

  const enter = () => {
    const line = document.activeElement?.closest?.('.lines li');
    const link = line ? line.querySelector('.links a') : current()?.querySelector('.at');
    const key = current()?.dataset.at;
    const to = link?.getAttribute('href').slice(1) ?? key;
    if (to) go(document.getElementById(to));
  };

  const story = (by) => {
    const all = [...document.querySelectorAll('.story-of')];
    const here = document.activeElement?.closest?.('.story-of');
    go(all[here ? all.indexOf(here) + by : 0]);
  };

  const divergence = () => {
    const here = document.activeElement?.closest?.('.story-of') ?? document;
    go(here.querySelector('.event.wrong') ?? document.querySelector('.event.wrong'));
  };

  const letGo = () => {
    pinned = undefined;
    light(undefined);
  };

  const actions = {
    ArrowDown: () => step(1),
    j: () => step(1),
    ArrowUp: () => step(-1),
    k: () => step(-1),
    ArrowRight: () => across(1),
    ArrowLeft: () => across(-1),
    Home: () => edge(0),
    End: () => edge(-1),
    Enter: enter,
    d: divergence,
    n: () => story(1),
    p: () => story(-1),
    '?': () => help.showModal(),
    Escape: letGo,
  };

  // Arrows, Home, End and Enter keep their own meaning until somebody is in a timeline.
  const ownMeaning = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];

  document.addEventListener('keydown', (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey || help.open) return;
    const { target } = key;
    if (target.matches('button, summary, input, textarea') || (key.key === 'Enter' && target.matches('a'))) return;
    if (ownMeaning.includes(key.key) && current() === undefined) return;
    const action = actions[key.key];
    if (action === undefined) return;
    if (key.key !== 'Escape') key.preventDefault();
    action();
  });

  // A link leads to where one can go on by keys.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.matches('.event, .lines li')) target.focus({ preventScroll: true });
  });

  for (const timeline of document.querySelectorAll('.timeline')) rove(timeline.querySelector('.event'));
  const button = document.querySelector('.keys');
  button.hidden = false;
  button.addEventListener('click', () => help.showModal());
})();
