import { describe, expect, test } from 'vitest';
import { compileBinary } from '../guest/binary.ts';
import { Guest } from '../guest/guest.ts';
import { defaultLimits } from '../guest/limits.ts';
import { idlePort } from '../guest/port.ts';
import { readWasmFile } from '../guest/wasm-file.ts';
import { GuestLease, Instances } from './instances.ts';

const first = Guest.boot(await compileBinary(await readWasmFile()));

function leases(instances: Instances, count: number): GuestLease[] {
  return Array.from({ length: count }, () => new GuestLease(instances, defaultLimits, idlePort));
}

/** The lease's instance, which it takes if it has none. */
function use(lease: GuestLease | undefined): Guest {
  if (lease === undefined) throw new Error('there is no such lease');
  return lease.guest;
}

describe('instances', () => {
  test('serve one lease at a time, and are used again', () => {
    const instances = new Instances(first, 8);
    const [one, two, three] = leases(instances, 3);

    const guests = [use(one), use(two)];
    expect(guests[0]).toBe(first);
    expect(guests[1]).not.toBe(first);
    expect([use(one), use(two)]).toEqual(guests);
    one?.release(true);
    expect(use(three)).toBe(first);

    expect(instances.inUse).toBe(2);
  });

  test('that were given back last are taken first, and those that broke are dropped', () => {
    const instances = new Instances(first, 8);
    const [one, two, three, four] = leases(instances, 4);
    const [a, b] = [use(one), use(two)];

    one?.release(true);
    two?.release(true);
    expect(use(three)).toBe(b);
    three?.release(false);
    expect(use(four)).toBe(a);

    expect([use(one) === b, instances.inUse]).toEqual([false, 2]);
  });

  test('of which there are many are not all kept', () => {
    const instances = new Instances(first, 64);
    const many = leases(instances, 10);
    const guests = many.map(use);
    for (const lease of many) lease.release(true);

    const again = leases(instances, 10).map(use);

    expect(again.filter((guest) => guests.includes(guest))).toHaveLength(8);
  });

  test('are not used where they are larger than the run may be', () => {
    const instances = new Instances(first, 8);
    const lease = new GuestLease(instances, { ...defaultLimits, memoryBytes: first.memoryBytes - 1 }, idlePort);
    const fits = new GuestLease(instances, { ...defaultLimits, memoryBytes: first.memoryBytes }, idlePort);

    expect(lease.guest).not.toBe(first);
    expect(fits.guest).toBe(first);
  });

  test('are lent to no more than there may be: the lease that was used longest ago is parked', () => {
    const instances = new Instances(first, 2);
    const [one, two, three] = leases(instances, 3);
    const [a, b] = [use(one), use(two)];
    use(one);

    expect(use(three)).toBe(b);

    expect(instances.inUse).toBe(2);
    expect(use(one)).toBe(a);
    expect(use(two)).toBe(b);
    expect(use(three)).toBe(a);
  });

  test('are not taken from a lease whose guest runs', () => {
    const instances = new Instances(first, 2);
    const [one, two, three] = leases(instances, 3);
    const [a, b] = [use(one), use(two)];
    if (one !== undefined) one.busy = true;

    expect(use(three)).toBe(b);
    expect(use(one)).toBe(a);
  });

  test('are more than there may be where all that there are run', () => {
    const instances = new Instances(first, 1);
    const [one, two] = leases(instances, 2);
    const a = use(one);
    if (one !== undefined) one.busy = true;

    expect(use(two)).not.toBe(a);
    expect(use(one)).toBe(a);
  });
});

describe('a lease', () => {
  test('gives its instance back once, parked or released', () => {
    const instances = new Instances(first, 8);
    const [one, two] = leases(instances, 2);
    use(one);
    use(two);

    one?.park();
    one?.park();
    expect(instances.inUse).toBe(1);
    one?.release(true);
    two?.release(true);
    two?.release(true);

    expect(instances.inUse).toBe(0);
    const guests = leases(instances, 3).map(use);
    expect(new Set(guests).size).toBe(3);
  });

  test('that is parked has its state without taking an instance, and the same one with it', () => {
    const instances = new Instances(first, 8);
    const [one] = leases(instances, 1);
    const before = one?.state;
    expect(instances.inUse).toBe(1);

    one?.park();

    expect(one?.state).toEqual(before);
    expect(instances.inUse).toBe(0);
  });
});
