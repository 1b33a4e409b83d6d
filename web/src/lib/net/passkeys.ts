/** Passkeys: the browser makes them and signs with them; bytes travel as base64url. */
import { api } from "./api";
import type { Account, Me } from "./protocol";

/** The browser's own words for why it did not: the person said no, or took too long. */
export class NotSigned extends Error {
  /** Whether this device has the passkey already. */
  readonly known: boolean;
  constructor(error: unknown) {
    super(String(error));
    this.known = error instanceof DOMException && error.name === "InvalidStateError";
  }
}

/** Whether passkeys can be used here at all: at an encrypted address with a name, by a browser that knows them. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && !isNumber && typeof PublicKeyCredential === "function";
}

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;

const text = (buffer: ArrayBuffer | null): string | null =>
  buffer &&
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

interface Named {
  id: string;
  type: "public-key";
}
export interface ToMake {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Named[];
}
export interface ToSign {
  challenge: string;
}

/** Makes a passkey here; the device is called so from now on. */
export async function addPasskey(name: string): Promise<Account> {
  const asked = await api.askPasskey();
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map((known) => ({ ...known, id: bytes(known.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await signed(navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  return api.addPasskey({
    name,
    credential: {
      ...bare(made),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    },
  });
}

/** Makes this browser the one whose passkey signs. */
export async function signIn(): Promise<Me> {
  const asked = await api.askToSignIn();
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    allowCredentials: [],
  } as PublicKeyCredentialRequestOptions;
  const shown = await signed(navigator.credentials.get({ publicKey }));
  const response = shown.response as AuthenticatorAssertionResponse;
  return api.signIn({
    credential: {
      ...bare(shown),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: text(response.userHandle),
      },
    },
  });
}

const bare = ({ id, rawId, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  rawId: text(rawId),
  type: "public-key",
  authenticatorAttachment,
  clientExtensionResults: {},
});

async function signed(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw new NotSigned(error);
  }
  throw new NotSigned("nothing was signed");
}

/** What this device would be called: its browser and its system, as far as they can be told. */
export function deviceName(agent = navigator.userAgent): string {
  const first = (kinds: [RegExp, string][]) => kinds.find(([kind]) => kind.test(agent))?.[1] ?? "";
  const browser = first([
    [/Firefox\//, "Firefox"],
    [/Edg\//, "Edge"],
    [/OPR\//, "Opera"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = first([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Mac OS X/, "Mac"],
    [/Windows/, "Windows"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter(Boolean).join(" · ") || "Quintette";
}
