import type { Guest, GuestState } from '../guest/guest.ts';
import type { Limits } from '../guest/limits.ts';
import type { GuestPort } from '../guest/port.ts';

/** How many idle instances are kept. Each holds its memory. */
const idleMax = 8;

/**
 * The instances of an engine. One serves one session at a time. When more sessions wait than there may be instances, the one that
 * was used longest ago is parked: its guest is put aside as what differs from the boot image, until it is needed again.
 */
export class Instances {
  readonly #first: Guest;
  readonly #instancesMax: number;
  readonly #idle: Guest[];
  readonly #leases = new Set<GuestLease>();
  #clock = 0;

  constructor(first: Guest, instancesMax: number) {
    this.#first = first;
    this.#instancesMax = instancesMax;
    this.#idle = [first];
  }

  /** How many sessions hold an instance. */
  get inUse(): number {
    return this.#leases.size;
  }

  /** An instance in the state of the boot image, whose memory is no larger than the run may use. */
  take(lease: GuestLease, memoryMax: number): Guest {
    this.#leases.add(lease);
    if (this.#leases.size > this.#instancesMax) this.#parkOne(lease);
    const index = this.#idle.findLastIndex((guest) => guest.memoryBytes <= memoryMax);
    const guest = index === -1 ? this.#first.sibling() : (this.#idle.splice(index, 1)[0] as Guest);
    guest.reset();
    return guest;
  }

  /** @param healthy whether the guest can be used again; one that trapped is dropped. */
  giveBack(lease: GuestLease, guest: Guest, healthy: boolean): void {
    this.#leases.delete(lease);
    if (healthy && this.#idle.length < idleMax) this.#idle.push(guest);
  }

  /** A moment later than all before, for telling who was used longest ago. */
  now(): number {
    return this.#clock++;
  }

  #parkOne(except: GuestLease): void {
    let oldest: GuestLease | undefined;
    for (const lease of this.#leases) {
      if (lease === except || lease.busy) continue;
      if (oldest === undefined || lease.usedAt < oldest.usedAt) oldest = lease;
    }
    oldest?.park();
  }
}

/** A session's hold on an instance: it has one while it runs, and may lose it, but for its state, while it waits. */
export class GuestLease {
  readonly #instances: Instances;
  readonly #limits: Limits;
  readonly port: GuestPort;
  #guest: Guest | undefined;
  #parked: GuestState | undefined;
  /** Set while the guest runs: it cannot be parked then. */
  busy = false;
  usedAt = 0;

  constructor(instances: Instances, limits: Limits, port: GuestPort) {
    this.#instances = instances;
    this.#limits = limits;
    this.port = port;
  }

  /** The guest, taken or taken up again if need be. */
  get guest(): Guest {
    this.usedAt = this.#instances.now();
    return this.#guest ?? this.#take();
  }

  /** The state to go on from when the guest is taken: that of a snapshot. */
  prepare(state: GuestState): void {
    this.#parked = state;
  }

  park(): void {
    if (this.#guest === undefined) return;
    this.#parked = this.#guest.state();
    this.#instances.giveBack(this, this.#guest, true);
    this.#guest = undefined;
  }

  /** The guest's state, without taking an instance for a parked one. */
  get state(): GuestState {
    return this.#parked ?? this.guest.state();
  }

  release(healthy: boolean): void {
    if (this.#guest !== undefined) this.#instances.giveBack(this, this.#guest, healthy);
    this.#guest = undefined;
    this.#parked = undefined;
  }

  #take(): Guest {
    const guest = this.#instances.take(this, this.#limits.memoryBytes);
    if (this.#parked !== undefined) guest.resume(this.#parked, this.#limits, this.port);
    this.#parked = undefined;
    this.#guest = guest;
    return guest;
  }
}
