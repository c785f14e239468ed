/**
 * What is known of mutants that no test notices. In `properties/SURVIVORS.md` each stands below its file and the reason
 * why it may live, in a block of text: a line of source, and below it, indented, what was changed in that line.
 */
export interface Survivor {
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** The line where the change begins, without the space around it: line numbers say nothing for long. */
  readonly line: string;
  /** Stryker's name for this kind of change, what was there and what stood there instead. */
  readonly change: string;
}

export interface ListedSurvivor extends Survivor {
  readonly reason: string;
}

const shownMax = 80;

/** What a change is called: `EqualityOperator: a < b → a <= b`. Long texts are cut. */
export function changeText(mutator: string, original: string, replacement: string): string {
  return `${mutator}: ${inOneLine(original)} → ${inOneLine(replacement)}`;
}

export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}

/** Equal for equal survivors. */
export function keyOf({ file, line, change }: Survivor): string {
  return `${file}\n${line}\n${change}`;
}

/** As the document has them. */
export function survivorLines(survivors: readonly Survivor[]): string[] {
  return survivors.flatMap(({ file, line, change }, index) => {
    const before = survivors[index - 1];
    const isSameLine = before?.file === file && before.line === line;
    return isSameLine ? [`  ${change}`] : [line, `  ${change}`];
  });
}

/** @throws Error for a survivor without a file or a reason. */
export function parseSurvivors(document: string): ListedSurvivor[] {
  const parts = document.split(/^```.*\n/m);
  const survivors: ListedSurvivor[] = [];
  let file: string | undefined;
  // Text and blocks take turns.
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const text = parts[at] ?? '';
    file =
      text
        .match(/^## (.*)$/gm)
        ?.at(-1)
        ?.slice(3) ?? file;
    const reason = inParagraph(text);
    for (const survivor of inBlock(parts[at + 1] ?? '', file ?? '')) survivors.push(withReason(survivor, reason));
  }
  return survivors;
}

function inParagraph(text: string): string {
  const afterHeading = text.split(/^#.*$/m).at(-1) ?? '';
  return afterHeading.replace(/\s+/g, ' ').trim();
}

function inBlock(block: string, file: string): Survivor[] {
  let line = '';
  return block.split('\n').flatMap((text) => {
    if (text.startsWith('  ')) return [{ file, line, change: text.trim() }];
    line = text.trim();
    return [];
  });
}

function withReason(survivor: Survivor, reason: string): ListedSurvivor {
  if (survivor.file === '' || survivor.line === '' || reason === '')
    throw new Error(`a survivor needs its file, its line and a reason before its block: ${survivor.change}`);
  return { ...survivor, reason };
}
