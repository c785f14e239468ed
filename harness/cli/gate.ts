import type { ExitCode } from './exit.ts';
import type { CampaignOptions } from './fuzz.ts';

export async function runGateCommand(_options: CampaignOptions): Promise<ExitCode> {
  return 3;
}
