// Vercel's replay is no public interface: it is loaded by path from the published package, and given an event log as its server
// would have stored it.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { bodies, sumOf } from './program.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');
const workflow = 'workflow//./peers//replayed';
const stepName = (name) => `step//./peers//${name}`;
const runId = 'wrun_01KE000000ABCDEFGHJKMNPQRS';
const begun = Date.UTC(2026, 0, 1);

const common = [
  'Not a public interface: runWorkflow is called as its server would, with an event log that was made in code and values in its own serialization.',
  'The script is what its compiler leaves of a "use workflow" file.',
];

export const vercel = {
  name: 'Vercel Workflow, node:vm',
  packages: ['@workflow/core'],
  how: 'runWorkflow, which suspends with the live call',
  caveats: [...common, 'node:vm is no sandbox.'],
  start: () => startVercel('@workflow/core', throughVm),
};

export const vercelNext = {
  name: 'Vercel Workflow 5 beta, node:vm',
  packages: ['workflow-core-5'],
  how: 'runWorkflow, which suspends with the live call',
  caveats: [...common, 'A beta.', 'node:vm is no sandbox.'],
  start: () => startVercel('workflow-core-5', throughVm),
};

export const vercelQuickJs = {
  name: 'Vercel Workflow 5 beta, QuickJS',
  packages: ['workflow-core-5'],
  how: 'runQuickJSWorkflow, which suspends with the live call',
  caveats: [
    ...common,
    'A beta; the engine is quickjs-wasi. Its first snapshot of a machine is used, as by default.',
    'On Node 20 it needs --experimental-wasm-extended-const, which is set for it.',
  ],
  start() {
    setFlagsFromString('--experimental-wasm-extended-const');
    return startVercel('workflow-core-5', throughQuickJs);
  },
};

async function startVercel(name, through) {
  const core = await load(name);
  const replay = through(core);
  const ids = new Ids(core, await throughVm(core));
  return {
    async record(shape, calls) {
      const code = codeOf(bodies[shape]);
      const run = await runOf(core, calls);
      const events = await eventsOf(core, shape, run, await ids.first(calls));
      return {
        async replay() {
          const pending = await replay(code, run, events);
          const [only, ...others] = pending;
          if (others.length > 0 || only?.name !== stepName('last')) {
            throw new Error(`it waits for ${JSON.stringify(pending.map((one) => one.name))}`);
          }
          const input = new TextDecoder().decode(only.input) || JSON.stringify(only.args);
          if (!input.includes(String(sumOf(calls)))) throw new Error(`the live call is given ${input}`);
        },
      };
    },
  };
}

async function load(name) {
  const part = (file) => import(pathToFileURL(join(modules, name, 'dist', file)).href);
  const { runWorkflow } = await part('workflow.js');
  const quick = await part('runtime/quickjs-runtime.js').catch(() => undefined);
  return { runWorkflow, quick, serialization: await part('serialization.js') };
}

/** Calls that it waits for, each with its name and what it is given. */
function throughVm({ runWorkflow }) {
  return async (code, run, events) => {
    try {
      const value = await runWorkflow(code, run, events, undefined);
      throw new Error(`it ended with ${new TextDecoder().decode(value)}`);
    } catch (error) {
      if (error?.name !== 'WorkflowSuspension') throw error;
      const items = error.steps ?? [...error.invocationsQueue.values()];
      return items.filter(isOpen).map(({ stepName: name, args, correlationId }) => ({ name, args, correlationId }));
    }
  };
}

/** 5 keeps in its queue what has an event already. */
function isOpen({ hasCreatedEvent }) {
  return hasCreatedEvent !== true;
}

function throughQuickJs({ quick }) {
  return async (workflowCode, workflowRun, events) => {
    const result = await quick.runQuickJSWorkflow({
      workflowCode,
      workflowId: workflow,
      workflowRun,
      events,
      worldCapabilities: {},
    });
    if (result.suspended === undefined) throw new Error(`it did not wait: ${JSON.stringify(result).slice(0, 300)}`);
    return result.suspended.pendingOperations.filter(isOpen).map(({ stepId: name, input }) => ({ name, input }));
  };
}

function codeOf(body) {
  return `globalThis.__private_workflows = globalThis.__private_workflows ?? new Map();
const [step, last] = ['step', 'last'].map((name) => globalThis[Symbol.for('WORKFLOW_USE_STEP')]('step//./peers//' + name));
async function replayed(n) { ${body} }
replayed.workflowId = ${JSON.stringify(workflow)};
globalThis.__private_workflows.set(${JSON.stringify(workflow)}, replayed);`;
}

async function runOf({ serialization }, calls) {
  const at = new Date(begun);
  return {
    runId,
    workflowName: workflow,
    deploymentId: 'dpl_1',
    status: 'running',
    specVersion: 2,
    input: await serialization.dehydrateWorkflowArguments([calls], runId, undefined),
    createdAt: at,
    updatedAt: at,
    startedAt: at,
    executionContext: {},
    attributes: {},
  };
}

async function eventsOf({ serialization }, shape, run, ids) {
  const encode = (value) => serialization.dehydrateStepReturnValue(value, runId, undefined);
  const events = new Events(run);
  const created = async (id, i) =>
    events.add('step_created', id, { stepName: stepName('step'), input: await encode({ args: [{ i }] }) });
  const started = (id) => events.add('step_started', id, { stepName: stepName('step') });
  const completed = async (id, i) =>
    events.add('step_completed', id, { stepName: stepName('step'), result: await encode({ v: i }) });
  const phases = [created, started, completed];
  if (shape === 'sequential') {
    for (const [i, id] of ids.entries()) for (const phase of phases) await phase(id, i);
  } else {
    for (const phase of phases) for (const [i, id] of ids.entries()) await phase(id, i);
  }
  return events.all;
}

class Events {
  constructor(run) {
    this.all = [];
    this.add('run_created', undefined, { deploymentId: 'dpl_1', workflowName: workflow, input: run.input });
    this.add('run_started');
  }

  add(eventType, correlationId, eventData) {
    const count = this.all.length;
    const createdAt = new Date(begun + count * 5);
    const eventId = `evnt_${String(count).padStart(8, '0')}`;
    this.all.push({
      ...{ eventId, runId, eventType, createdAt, specVersion: 2 },
      ...(correlationId && { correlationId }),
      ...(eventData && { eventData }),
    });
  }
}

/** Names of calls: seeded and ascending, so that the first of a run that waits for one tells the rest. Compared with those of a run that waits for two hundred. */
class Ids {
  #core;
  #replay;

  constructor(core, replay) {
    this.#core = core;
    this.#replay = replay;
  }

  async first(count) {
    const [one] = await this.#asked(1);
    const ids = [one];
    while (ids.length < count) ids.push(next(ids.at(-1)));
    const asked = await this.#asked(Math.max(1, Math.min(count, 200)));
    const differing = asked.findIndex((id, i) => id !== (ids[i] ?? id));
    if (differing >= 0) throw new Error(`call ${differing} is named ${asked[differing]}, and not ${ids[differing]}`);
    return ids.slice(0, count);
  }

  async #asked(count) {
    const run = await runOf(this.#core, count);
    const items = await this.#replay(codeOf(bodies['fan-out']), run, new Events(run).all);
    return items.map(({ correlationId }) => correlationId);
  }
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The id that comes after it (a ULID with the same time). */
function next(id) {
  const letters = [...id];
  for (let at = letters.length - 1; ; at--) {
    const digit = digits.indexOf(letters[at]);
    letters[at] = digits[(digit + 1) % digits.length];
    if (digit < digits.length - 1) return letters.join('');
  }
}
