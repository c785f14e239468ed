// Morning briefing: weather, meetings and open tickets, one mail per person.
const people = input.people || [];
const today = new Date();
today.setUTCHours(0, 0, 0, 0);
const tomorrow = new Date(today);
tomorrow.setDate(tomorrow.getDate() + 1);

for (const person of people) {
  console.log("Preparing briefing for", person.name);
  const lines = [`Good morning ${person.name},`, ""];

  // Weather is nice to have.
  try {
    const w = await actions.getWeather({ city: person.city ?? "London", date: today.toISOString().slice(0, 10) });
    lines.push(`Weather: ${w?.condition ?? "unknown"}, ${Math.round(w?.tempC ?? 0)}°C`);
  } catch (e) {
    console.warn("Weather unavailable", e);
  }

  const events = await actions.calendar
    .listEvents({ from: today.toISOString(), to: tomorrow.toISOString(), attendee: person.email })
    .catch(() => []);
  for (const { title, start } of events) {
    lines.push(`- ${start.match(/T(\d{2}:\d{2})/)?.[1] ?? "all day"} ${title}`);
  }

  const { items = [] } = await actions.tickets.list({ status: "open", assignee: person.email }).catch(() => ({}));
  if (items.length) lines.push("", `You have ${items.length} open ticket${items.length > 1 ? "s" : ""}.`);

  try {
    await actions.sendEmail({ to: person.email, subject: `Briefing for ${today.toDateString()}`, body: lines.join("\n") });
  } catch (e) {
    console.error("Failed to send", e.code, e.message);
  }
}
