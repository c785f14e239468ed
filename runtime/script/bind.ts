import type { Pattern } from 'acorn';
import { noteDestructured } from './destructured.ts';
import type { Walk } from './scan.ts';
import type { Scope } from './scope.ts';

/** Declares the names of a pattern in `into`. Its defaults and computed keys are evaluated in `scope`. */
export function bind(walk: Walk, pattern: Pattern, into: Scope, scope: Scope): void {
  switch (pattern.type) {
    case 'Identifier':
      into.declare(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'Property' && property.computed) walk.visit(property.key, scope);
        bind(walk, property.type === 'Property' ? property.value : property.argument, into, scope);
      }
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) bind(walk, element, into, scope);
      break;
    case 'RestElement':
      bind(walk, pattern.argument, into, scope);
      break;
    case 'AssignmentPattern':
      bind(walk, pattern.left, into, scope);
      noteDestructured(walk, pattern.left, pattern.right, scope);
      walk.visit(pattern.right, scope);
      break;
    case 'MemberExpression':
      break;
  }
}
