/** A push service and a mail server of the test's own: what the house sends is read here as a browser and a person would. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer as createHttp } from "node:http";
import { createServer as createLine, type AddressInfo, type Server } from "node:net";
import type { CDPSession, Page } from "playwright-core";
import type { Person } from "./people";

const PATIENCE_MS = 60_000;

/** What comes, one after the other, each taken once by whoever it fits. */
class Arrivals<T> {
  #waiting: T[] = [];
  #wanted: { fits: (one: T) => boolean; take: (one: T) => void }[] = [];

  arrives(one: T): void {
    const at = this.#wanted.findIndex(({ fits }) => fits(one));
    if (at < 0) this.#waiting.push(one);
    else this.#wanted.splice(at, 1)[0]?.take(one);
  }

  next(what: string, fits: (one: T) => boolean): Promise<T> {
    const at = this.#waiting.findIndex(fits);
    if (at >= 0) return Promise.resolve(this.#waiting.splice(at, 1)[0] as T);
    return new Promise((take, failed) => {
      const late = setTimeout(
        () => failed(new Error(`${what} did not come; here are ${JSON.stringify(this.#waiting)}`)),
        PATIENCE_MS,
      );
      const taken = (one: T) => {
        clearTimeout(late);
        take(one);
      };
      this.#wanted.push({ fits, take: taken });
    });
  }

  /** How many of these nobody took. */
  left(which: (one: T) => boolean): number {
    return this.#waiting.filter(which).length;
  }
}

export interface PushMessage {
  to: string;
  title?: string;
  body?: string;
  tag?: string;
  path?: string;
  gone?: string[];
  /** As the worker gets it. */
  text: string;
}

const listens = (server: Server) =>
  new Promise<number>((open) =>
    server.listen(0, "127.0.0.1", () => open((server.address() as AddressInfo).port)),
  );

/** Where browsers' messages go. It checks who sends, and reads what only the browser can. */
export class PushService {
  readonly came = new Arrivals<PushMessage>();
  readonly #browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  #origin = "";

  static async open(): Promise<PushService> {
    const service = new PushService();
    const server = createHttp((request, answer) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        try {
          service.#take(request.url ?? "", request.headers.authorization ?? "", Buffer.concat(parts));
          answer.writeHead(201).end();
        } catch (error) {
          answer.writeHead(400).end(String(error));
          service.came.arrives({ to: "nobody", text: String(error) });
        }
      });
    });
    service.#origin = `http://127.0.0.1:${await listens(server)}`;
    server.unref();
    return service;
  }

  get origin(): string {
    return this.#origin;
  }

  /** This person's browser takes messages from here: where Chromium has no push service of its own. */
  async serves(person: Person, name: string): Promise<void> {
    const ecdh = createECDH("prime256v1");
    const key = ecdh.generateKeys();
    const auth = randomBytes(16);
    this.#browsers.set(`/${name}`, { ecdh, auth });
    const origin = (await person.context.request.get("/healthz")).url().replace("/healthz", "");
    await person.context.grantPermissions(["notifications"], { origin });
    await person.context.addInitScript(
      ({ endpoint, key, auth }) => {
        const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
        const kept = "push-of-the-test";
        const subscription = {
          endpoint,
          getKey: (name: string) => bytes(name === "auth" ? auth : key),
          unsubscribe: () => Promise.resolve(localStorage.removeItem(kept)).then(() => true),
        };
        PushManager.prototype.getSubscription = () =>
          Promise.resolve(localStorage.getItem(kept) ? (subscription as unknown as PushSubscription) : null);
        PushManager.prototype.subscribe = (options) => {
          if (!options?.userVisibleOnly || !options.applicationServerKey)
            return Promise.reject(new Error("A browser asks for both."));
          localStorage.setItem(kept, "yes");
          return Promise.resolve(subscription as unknown as PushSubscription);
        };
      },
      { endpoint: `${this.#origin}/${name}`, key: key.toString("base64"), auth: auth.toString("base64") },
    );
  }

  #take(path: string, signed: string, body: Buffer): void {
    checkSender(signed, this.#origin);
    const browser = this.#browsers.get(path);
    if (!browser) throw new Error(`nobody is at ${path}`);
    const text = unseal(body, browser.ecdh, browser.auth);
    this.came.arrives({ ...(JSON.parse(text) as object), to: path.slice(1), text });
  }

  next(to: string, what: (message: PushMessage) => boolean): Promise<PushMessage> {
    return this.came.next(`a message to ${to}`, (message) => message.to === to && what(message));
  }
}

/** RFC 8292: the house's own key has signed that it sends to this service. */
function checkSender(header: string, origin: string): void {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  if (!token || !key) throw new Error(`no signature: ${header}`);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x!, y: y! };
  const signed = token.slice(0, token.lastIndexOf("."));
  const good = verify(
    "sha256",
    Buffer.from(signed),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(token.slice(signed.length + 1), "base64url"),
  );
  const claims = JSON.parse(Buffer.from(signed.split(".")[1] ?? "", "base64url").toString()) as {
    aud: string;
    exp: number;
  };
  if (!good || claims.aud !== origin || claims.exp * 1000 < Date.now())
    throw new Error(`a bad signature: ${JSON.stringify(claims)}`);
}

/** RFC 8291: what the browser makes of it. */
function unseal(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), theirs]);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const secret = derive(ecdh.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** Hands a message to this page's real worker, as the browser would; what it shows can be asked for. */
export class Worker {
  private constructor(
    private readonly page: Page,
    private readonly line: CDPSession,
    private readonly registration: string,
  ) {}

  static async of(page: Page): Promise<Worker> {
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    const line = await page.context().newCDPSession(page);
    const registration = new Promise<string>((found) => {
      line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) found(first.registrationId);
      });
    });
    await line.send("ServiceWorker.enable");
    return new Worker(page, line, await registration);
  }

  async gets({ text }: PushMessage): Promise<void> {
    const origin = new URL(this.page.url()).origin;
    await this.line.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId: this.registration,
      data: text,
    });
  }

  /** The titles of what the system shows. */
  shown(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const there = await navigator.serviceWorker.ready;
      return (await there.getNotifications()).map(({ title }) => title);
    });
  }
}

export interface Mail {
  to: string;
  head: string;
  subject: string;
  text: string;
}

/** A server that takes mail, and nothing else. */
export class MailServer {
  readonly came = new Arrivals<Mail>();
  #port = 0;

  static async open(): Promise<MailServer> {
    const mails = new MailServer();
    const server = createLine((line) => {
      let [to, heard, inData] = ["", "", false];
      line.on("error", () => undefined);
      line.write("220 post.test\r\n");
      line.on("data", (some) => {
        heard += some.toString();
        for (;;) {
          const end = heard.indexOf(inData ? "\r\n.\r\n" : "\r\n");
          if (end < 0) return;
          const said = heard.slice(0, end);
          heard = heard.slice(end + (inData ? 5 : 2));
          if (inData) {
            mails.came.arrives(readMail(to, said));
            inData = false;
            line.write("250 taken\r\n");
          } else if (/^EHLO|^HELO/i.test(said)) line.write("250 post.test\r\n");
          else if (/^DATA/i.test(said)) {
            inData = true;
            line.write("354 go on\r\n");
          } else if (/^QUIT/i.test(said)) line.end("221 bye\r\n");
          else {
            const [, whom] = /^RCPT TO:<([^>]*)>/i.exec(said) ?? [];
            if (whom) to = whom;
            line.write("250 so\r\n");
          }
        }
      });
    });
    mails.#port = await listens(server);
    server.unref();
    return mails;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  next(to: string, what: (mail: Mail) => boolean): Promise<Mail> {
    return this.came.next(`a mail to ${to}`, (mail) => mail.to === to && what(mail));
  }
}

function readMail(to: string, data: string): Mail {
  const [head = "", ...rest] = data.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n").replaceAll("\r\n..", "\r\n.");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1] ?? "";
  const quoted = (text: string) =>
    Buffer.from(
      text
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    ).toString();
  const word = (text: string) =>
    text
      .replace(/\?= +=\?/g, "?==?")
      .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, coded: string) => Buffer.from(coded, "base64").toString())
      .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, coded: string) => quoted(coded.replaceAll("_", " ")));
  const encoding = header("Content-Transfer-Encoding").toLowerCase();
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString()
      : encoding === "quoted-printable"
        ? quoted(body)
        : body;
  return { to, head: unfolded, subject: word(header("Subject")), text };
}
