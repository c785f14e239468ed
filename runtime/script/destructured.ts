import type { AnyNode, Expression, ObjectPattern } from 'acorn';
import { type Path, pathOf } from './path.ts';
import type { Walk } from './scan.ts';
import type { Scope } from './scope.ts';

/** `const { a, ns: { b } } = actions` reads `actions.a` and `actions.ns.b`. A property with a default is a question. */
export function noteDestructured(walk: Walk, pattern: AnyNode, from: Expression, scope: Scope): void {
  if (pattern.type !== 'ObjectPattern') return;
  const path = pathOf(from);
  if (path?.base.name === 'actions') noteProperties(walk, pattern, path, scope);
}

function noteProperties(walk: Walk, pattern: ObjectPattern, path: Path, scope: Scope): void {
  for (const property of pattern.properties) {
    if (property.type !== 'Property') continue;
    const { key, value } = property;
    const name = property.computed ? undefined : nameOf(key);
    if (name === undefined || value.type === 'AssignmentPattern') continue;
    const inner = { base: path.base, keys: [...path.keys, name] };
    if (value.type === 'ObjectPattern') noteProperties(walk, value, inner, scope);
    else walk.refer(inner, scope, 'read', key.start);
  }
}

function nameOf(key: Expression): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}
