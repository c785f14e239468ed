const events = await actions.calendar.listEvents({ from: "2026-03-02T00:00:00Z", to: "2026-03-03T00:00:00Z" });
const time = new Intl.DateTimeFormat("de-DE", { timeStyle: "short", timeZone: "Europe/Berlin" });
return events.map((event) => `${time.format(new Date(event.start))} ${event.title}`);
