/** A part of the program that has not come after so long will not come: then there is a way out. */
const PATIENCE_MS = 20_000;

export function inTime<T>(part: Promise<T>, patience = PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It did not come in time.")), patience);
  });
  return Promise.race([part, late]).finally(() => clearTimeout(timer));
}
