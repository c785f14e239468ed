import type { AnyNode } from 'acorn';

/** Text that is put in at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** What is put around nodes and into them. Of what meets at one offset, the outer node's opens first and closes last. */
export class Marks {
  readonly #around = new Map<AnyNode, { open: string; close: string }>();
  readonly #within = new Map<AnyNode, Insertion>();

  /** Around a node, inside of what was put around it before. */
  around(node: AnyNode, open: string, close: string): void {
    const outer = this.#around.get(node) ?? { open: '', close: '' };
    this.#around.set(node, { open: outer.open + open, close: close + outer.close });
  }

  /** At an offset inside a node, before its children from there on. One for each node. */
  within(node: AnyNode, at: number, text: string): void {
    this.#within.set(node, { at, text });
  }

  /** All of them, in order of the text. `nodes`: each with what it begins and ends, in the order of a walk. */
  openOf(node: AnyNode): Insertion[] {
    const around = this.#around.get(node);
    const within = this.#within.get(node);
    return [...(around ? [{ at: node.start, text: around.open }] : []), ...(within ? [within] : [])];
  }

  closeOf(node: AnyNode): Insertion[] {
    const around = this.#around.get(node);
    return around ? [{ at: node.end, text: around.close }] : [];
  }
}
