/** A file imported with `?raw` is its text: the guest's prelude is JavaScript that only ever runs inside the sandbox. */
declare module '*?raw' {
  const text: string;
  export default text;
}
