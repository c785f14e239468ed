import pc from 'picocolors';

type Paint = (text: string | number) => string;

/** The few ways in which text may stand out. With colours off each returns its argument unchanged. */
export interface Style {
  bold: Paint;
  dim: Paint;
  good: Paint;
  bad: Paint;
  warn: Paint;
  name: Paint;
}

export function makeStyle(colours: boolean): Style {
  const c = pc.createColors(colours);
  return { bold: c.bold, dim: c.dim, good: c.green, bad: c.red, warn: c.yellow, name: c.cyan };
}

export const plainStyle: Style = makeStyle(false);
