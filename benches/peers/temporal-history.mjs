// A history as Temporal's server would have written it, in the JSON form of its protocol.
import { sumOf } from './program.mjs';

const queue = { name: 'peers', kind: 'TASK_QUEUE_KIND_NORMAL' };
const start = Date.parse('2026-01-01T00:00:00Z');

export function historyOf(shape, calls, workflow) {
  const history = new History();
  history.begin(workflow, calls);
  let task = history.task();
  if (shape === 'sequential') {
    for (let i = 0; i < calls; i++) {
      history.end(history.begun(history.asked('step', { i }, task)), { v: i });
      task = history.task();
    }
  } else if (calls > 0) {
    const asked = Array.from({ length: calls }, (_, i) => history.asked('step', { i }, task));
    const begun = asked.map((one) => history.begun(one));
    for (const [i, one] of begun.entries()) history.end(one, { v: i });
    task = history.task();
  }
  // The live call: the worker must come to ask for it, or its replay does not follow this history.
  history.asked('last', { sum: sumOf(calls) }, task);
  return { events: history.events };
}

class History {
  events = [];

  add(type, attributes) {
    const eventId = String(this.events.length + 1);
    const name = type.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    this.events.push({
      eventId,
      eventTime: new Date(start + this.events.length * 5).toISOString(),
      eventType: `EVENT_TYPE_${type}`,
      taskId: eventId,
      [`${name}EventAttributes`]: attributes,
    });
    return eventId;
  }

  begin(workflow, calls) {
    const id = '11111111-2222-4333-8444-555555555555';
    this.add('WORKFLOW_EXECUTION_STARTED', {
      workflowType: { name: workflow },
      workflowId: 'peers',
      taskQueue: queue,
      input: { payloads: [payload(calls)] },
      originalExecutionRunId: id,
      firstExecutionRunId: id,
      workflowTaskTimeout: '10s',
      attempt: 1,
    });
  }

  /** The worker was woken, and has said what it wants. */
  task() {
    const scheduledEventId = this.add('WORKFLOW_TASK_SCHEDULED', {
      taskQueue: queue,
      startToCloseTimeout: '10s',
      attempt: 1,
    });
    const startedEventId = this.add('WORKFLOW_TASK_STARTED', {
      scheduledEventId,
      identity: 'peers',
      requestId: scheduledEventId,
    });
    const isFirst = this.events.length === 3;
    const sdkMetadata = isFirst ? { coreUsedFlags: [1, 2, 3], langUsedFlags: [1, 2] } : {};
    return this.add('WORKFLOW_TASK_COMPLETED', { scheduledEventId, startedEventId, identity: 'peers', sdkMetadata });
  }

  asked(activity, input, workflowTaskCompletedEventId) {
    this.calls = (this.calls ?? 0) + 1;
    return this.add('ACTIVITY_TASK_SCHEDULED', {
      activityId: String(this.calls),
      activityType: { name: activity },
      taskQueue: queue,
      input: { payloads: [payload(input)] },
      startToCloseTimeout: '60s',
      workflowTaskCompletedEventId,
    });
  }

  begun(scheduledEventId) {
    const startedEventId = this.add('ACTIVITY_TASK_STARTED', {
      scheduledEventId,
      requestId: scheduledEventId,
      attempt: 1,
    });
    return { scheduledEventId, startedEventId };
  }

  end(ids, answer) {
    this.add('ACTIVITY_TASK_COMPLETED', { ...ids, identity: 'peers', result: { payloads: [payload(answer)] } });
  }
}

function payload(value) {
  return { metadata: { encoding: base64('json/plain') }, data: base64(JSON.stringify(value)) };
}

function base64(text) {
  return Buffer.from(text).toString('base64');
}
