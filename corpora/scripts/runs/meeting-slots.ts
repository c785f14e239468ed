// Find the first free 30-minute slot for everybody in the coming five days, and ask before booking.
type Slot = { start: Date; end: Date };
type CalendarEvent = { id: string; title: string; start: string; end: string; attendees?: string[] };

const DURATION_MINUTES = 30;
const OFFICE = { from: 9, to: 17 };

const addMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);
const overlaps = (a: Slot, b: Slot): boolean => a.start < b.end && b.start < a.end;

function* candidateSlots(firstDay: Date, days: number): Generator<Slot> {
  for (let day = 0; day < days; day++) {
    const date = new Date(firstDay);
    date.setUTCDate(date.getUTCDate() + day);
    if ([0, 6].includes(date.getUTCDay())) continue;
    for (let hour = OFFICE.from; hour < OFFICE.to; hour += 0.5) {
      const start = new Date(date);
      start.setUTCHours(Math.floor(hour), (hour % 1) * 60, 0, 0);
      yield { start, end: addMinutes(start, DURATION_MINUTES) };
    }
  }
}

const { attendees = [], after } = input as { attendees?: string[]; after: string };
const firstDay = new Date(after);
const horizon = addMinutes(firstDay, 5 * 24 * 60);

const events: CalendarEvent[] = await actions.calendar.listEvents({
  from: firstDay.toISOString(),
  to: horizon.toISOString(),
});

const busy: Slot[] = events
  .map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }))
  .filter(({ start, end }) => !isNaN(+start) && !isNaN(+end));

const free = [...candidateSlots(firstDay, 5)].find(
  (slot) => slot.start >= firstDay && !busy.some((taken) => overlaps(slot, taken)),
);

if (!free) return { booked: false, reason: 'no free slot' };

const label = `${free.start.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
const approved = await actions.approve({ question: `Book ${label} with ${attendees.join(', ') || 'nobody'}?` });
if (!approved) return { booked: false, reason: 'declined' };

const event = await actions.calendar.createEvent({
  title: 'Sync',
  start: free.start.toISOString(),
  end: free.end.toISOString(),
  attendees,
});
return { booked: true, id: event.id, slot: label };
