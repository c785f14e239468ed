import type { Location } from '../errors.ts';
import { excerpt, Lines } from './position.ts';
import { bundleIn } from './source-map.ts';

/** What leads from the text that is parsed back to what people wrote: one file, or the several that were put together. */
export interface Author {
  /** The script without the map at its end. */
  readonly text: string;
  /** A tool has made the text, so it is JavaScript. */
  readonly isMade: boolean;
  /** The author's place of an offset of `text`; `undefined` for what the tool added. */
  origin(offset: number): Location | undefined;
  /** The same, and for what the tool added the place in the text itself. */
  place(offset: number): Location;
  /** The line of a place with a caret. */
  excerpt(location: Location): string;
  /** The files that lead to this one: the one that imports it, the one that imports that, up to the script. */
  importersOf(file: string): readonly string[];
}

export function authorOf(source: string, file: string): Author {
  const bundle = bundleIn(source);
  if (bundle === undefined) return authorOfOne(source, file);
  const { text, origins } = bundle;
  const inBundle = placesIn(text, `${file} (bundled)`);
  return {
    text,
    isMade: true,
    origin: (offset) => origins.at(offset),
    place: (offset) => origins.at(offset) ?? inBundle(offset),
    excerpt: (location) => excerpt(origins.textOf(location.file) ?? text, location),
    importersOf: (of) => origins.importersOf(of),
  };
}

function authorOfOne(text: string, file: string): Author {
  const place = placesIn(text, file);
  return {
    text,
    isMade: false,
    origin: place,
    place,
    excerpt: (location) => excerpt(text, location),
    importersOf: () => [],
  };
}

/** Finds places in a text; splits it into lines when it is first asked. */
function placesIn(text: string, file: string): (offset: number) => Location {
  let lines: Lines | undefined;
  return (offset) => {
    lines ??= new Lines(text);
    return { file, ...lines.at(offset) };
  };
}
