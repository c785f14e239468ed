import axios from "axios";

export default async function main() {
  const { data } = await axios.get("https://api.example.com/search", { params: { q: "replay" } });
  return data.results.map((result) => result.title);
}
