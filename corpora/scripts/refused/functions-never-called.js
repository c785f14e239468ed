const CITY = "Oslo";

async function umbrella(city) {
  const { condition } = await actions.getWeather({ city, date: "2026-03-02" });
  return /rain|drizzle/i.test(condition);
}

async function main() {
  return { city: CITY, umbrella: await umbrella(CITY) };
}
