// What Temporal's worker replays. The functions' names are the shapes'.
const { proxyActivities } = require('@temporalio/workflow');

const { step, last } = proxyActivities({ startToCloseTimeout: '1 minute' });

exports.sequential = async function sequential(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (await step({ i })).v;
  return await last({ sum });
};

exports.fanOut = async function fanOut(n) {
  const all = await Promise.all(Array.from({ length: n }, (_, i) => step({ i })));
  return await last({ sum: all.reduce((sum, { v }) => sum + v, 0) });
};

/** Asks for something else than was recorded: a worker that really replays notices. */
exports.changed = async function changed(n) {
  await last({ sum: n });
};
