import { posix } from 'node:path';

const imports = /import\s*\{([^}]*)\}\s*from\s*["'](\.[^"']*\/index\.ts)["'];?/g;
const exports = /export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/**
 * The module with everything it takes through doors of the harness taken where that is: what is built knows these doors by name only,
 * because the bundler goes past them. The runtime's door is kept.
 *
 * @param file where the module is, from the root.
 * @param sourceOf the text of a source file.
 */
export function withoutDoors(file: string, code: string, sourceOf: (file: string) => string): string {
  return code.replaceAll(imports, (whole: string, names: string, door: string) => {
    const path = posix.join(posix.dirname(file), door);
    if (!path.startsWith('harness/')) return whole;
    const behind = behindDoor(sourceOf(path));
    const lines = listed(names).map((name) => {
      const from = behind.get(name.split(/\s+as\s+/)[0] as string);
      return from === undefined ? whole : `import { ${name} } from '${posix.join(posix.dirname(door), from)}';`;
    });
    return lines.map((line) => line.replace(/from '(?!\.)/, "from './")).join(' ');
  });
}

/** Which module each name that a door exports is from. */
function behindDoor(text: string): Map<string, string> {
  const found = Array.from(text.matchAll(exports), ([, names = '', from = '']) =>
    listed(names).map((name): [string, string] => [name, from]),
  );
  return new Map(found.flat());
}

function listed(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '');
}
