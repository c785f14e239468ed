/** What the triage script may call. */
export interface TriageActions {
  searchDocs(input: { query: string }): Promise<{ hits: string[] }>;
  searchTickets(input: { query: string }): Promise<{ hits: string[] }>;
  customer(input: { ticket: string }): Promise<{ plan: 'free' | 'paid' }>;
  decide(input: { text: string; found: string[]; plan: string; round: number }): Promise<Decision>;
  askPerson(input: { ticket: string; found: string[] }): Promise<{ reply: string }>;
  draftReply(input: { ticket: string; found: string[] }): Promise<{ reply: string }>;
  post(input: { ticket: string; reply: string; by: 'person' | 'draft' | 'agent' }): Promise<null>;
}

export type Decision = { next: 'search'; query: string } | { next: 'answer'; reply: string } | { next: 'escalate' };
