/** 12345 as `12,345`. Independent of the host's locale. */
export function count(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 case`, `2 cases`. */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** Three significant digits, as a person reads them: `0.123`, `1.23`, `12.3`, `123`, `1,234`. */
export function figure(n: number): string {
  if (!Number.isFinite(n)) return '–';
  if (Math.abs(n) >= 100) return count(n);
  return n === 0 ? '0' : String(Number(n.toPrecision(3)));
}

/** Seconds as `0.4 s`, `12 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
