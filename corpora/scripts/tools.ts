import type { WorkflowAction } from 'lockstep/harness';
import { z } from 'zod';

const timestamp = z.iso.datetime();
const failing = ['RATE_LIMITED', 'UNAVAILABLE'];

const contact = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string().nullish(),
  lastContacted: timestamp.nullish(),
});

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const imageBlock = z.object({ type: z.literal('image'), data: z.string() });

/** Tools as agents have them, by the names under which scripts call them. */
export const tools = {
  getWeather: {
    description: 'The forecast for a day.',
    input: z.object({ city: z.string(), date: z.iso.date() }),
    output: z.object({ tempC: z.number().min(-60).max(60), condition: z.string() }),
    fails: failing,
  },
  search: {
    description: 'Searches the web.',
    input: z.object({ query: z.string(), limit: z.int().min(1).max(10) }),
    output: z.object({
      results: z
        .array(z.object({ title: z.string().optional(), url: z.string(), snippet: z.string().optional() }))
        .max(10),
    }),
    fails: failing,
  },
  fetchPage: {
    description: 'The text of a page.',
    input: z.object({ url: z.string() }),
    output: z.object({ text: z.string() }).nullable(),
    fails: failing,
  },
  sendEmail: {
    description: 'Sends a mail.',
    input: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
    output: z.object({ messageId: z.string() }),
    fails: ['BOUNCED', 'RATE_LIMITED'],
  },
  listInvoices: {
    input: z.object({ status: z.enum(['paid', 'unpaid']) }),
    output: z.object({
      invoices: z
        .array(
          z.object({
            id: z.string(),
            customer: z.object({ name: z.string(), email: z.string().nullish() }),
            amountCents: z.int().min(0).max(100_000_000),
            dueDate: z.iso.date(),
          }),
        )
        .max(6),
    }),
    fails: failing,
  },
  approve: {
    description: 'Asks a person.',
    input: z.object({ question: z.string() }),
    interrupts: { answer: z.boolean() },
  },
  'github.listIssues': {
    input: z.object({
      repo: z.string(),
      state: z.enum(['open', 'closed']),
      page: z.int().min(1),
      perPage: z.int().min(1).max(100),
    }),
    output: z
      .array(z.object({ number: z.int().positive(), title: z.string(), labels: z.array(z.string()).max(3) }))
      .max(8),
    fails: ['NOT_FOUND'],
  },
  'github.addLabels': {
    input: z.object({ repo: z.string(), number: z.int(), labels: z.array(z.string()).min(1) }),
    output: z.object({ labels: z.array(z.string()) }),
    fails: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'calendar.listEvents': {
    input: z.object({ from: timestamp, to: timestamp, attendee: z.string().optional() }),
    output: z.array(z.object({ id: z.string(), title: z.string(), start: timestamp, end: timestamp })).max(6),
    fails: failing,
  },
  'calendar.createEvent': {
    input: z.object({ title: z.string(), start: timestamp, end: timestamp, attendees: z.array(z.string()) }),
    output: z.object({ id: z.string() }),
    fails: ['CONFLICT'],
  },
  'crm.searchContacts': {
    input: z.object({ query: z.string(), cursor: z.string().optional(), limit: z.int().min(1).max(100) }),
    output: z.object({ contacts: z.array(contact).max(5), nextCursor: z.string().nullable() }),
    fails: ['RATE_LIMITED', 'NOT_FOUND'],
  },
  'crm.updateContact': {
    input: z.object({ id: z.string(), fields: z.record(z.string(), z.string()) }),
    output: z.object({ ok: z.literal(true) }),
    fails: ['NOT_FOUND', 'LOCKED'],
  },
  'tickets.list': {
    input: z.object({
      status: z.enum(['open', 'closed']),
      cursor: z.string().optional(),
      limit: z.int().optional(),
      assignee: z.string().optional(),
    }),
    output: z.object({
      items: z.array(z.object({ id: z.string(), subject: z.string(), updatedAt: timestamp })).max(5),
      nextCursor: z.string().optional(),
    }),
    fails: failing,
  },
  'tickets.update': {
    input: z.object({ id: z.string(), status: z.enum(['open', 'escalated', 'closed']) }),
    output: z.object({ id: z.string(), status: z.string() }),
    fails: ['LOCKED'],
  },
  'mcp.callTool': {
    input: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
    output: z.object({
      content: z.array(z.union([textBlock, imageBlock])).max(3),
      isError: z.boolean().optional(),
    }),
    fails: failing,
  },
} satisfies Record<string, WorkflowAction>;
