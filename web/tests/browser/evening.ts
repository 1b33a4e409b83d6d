/** An evening of play: a house for the tests of one file, and the people who come to it. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { Device } from "./device";
import { House } from "./house";
import { newPerson, type Habits, type Person } from "./people";

export class Evening {
  #house: House | undefined;
  #people: Person[] = [];
  #visitors: Person[] = [];

  /** `everybody`: the habits that all have who come. */
  constructor(private readonly everybody: Habits = {}) {}

  get house(): House {
    if (!this.#house) throw new Error("The house opens before the first test.");
    return this.#house;
  }

  /** Somebody new, with cookies and habits of their own. */
  async person(habits: Habits = {}): Promise<Person> {
    const person = await newPerson(this.house.address, { ...this.everybody, ...habits });
    this.#people.push(person);
    this.#visitors.push(person);
    return person;
  }

  /** Somebody new who comes in by the house's name, with a name and with a device that makes passkeys. */
  async withDevice(name: string, habits: Habits = {}): Promise<[Person, Device]> {
    const person = await newPerson(this.house.named, { ...this.everybody, ...habits });
    this.#people.push(person);
    this.#visitors.push(person);
    if (name) await person.isCalled(name);
    return [person, await Device.of(person)];
  }

  /** Somebody new who has a name. */
  async guest(name: string, habits: Habits = {}): Promise<Person> {
    return (await this.person(habits)).isCalled(name);
  }

  async begins(habits: string[]): Promise<void> {
    this.#house = await House.open(...habits);
  }

  /** Who is here already stays to the end; who comes from now on goes home with `sendHome`. */
  bidWelcome(): void {
    this.#visitors = [];
  }

  /** A page that nobody looks at any more would still run its sand. */
  async sendHome(): Promise<void> {
    await Promise.all(this.#visitors.map(({ context }) => context.close()));
  }

  async ends(): Promise<void> {
    await Promise.all(this.#people.map(({ context }) => context.close()));
    await this.#house?.close();
  }
}

/** `habits`: options of the house. */
export function evening(...habits: string[]): Evening {
  return held(new Evening(), habits);
}

/** An evening on which everybody's page has its worker. */
export function eveningWithWorkers(...habits: string[]): Evening {
  return held(new Evening({ worker: true }), habits);
}

function held(tonight: Evening, habits: string[]): Evening {
  beforeAll(() => tonight.begins(habits));
  beforeEach(() => tonight.bidWelcome());
  afterEach(() => tonight.sendHome());
  afterAll(() => tonight.ends());
  return tonight;
}
