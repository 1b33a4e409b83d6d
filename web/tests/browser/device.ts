/** A device that makes passkeys: Chromium's own, without a person who touches it. */
import type { CDPSession } from "playwright-core";
import type { Person } from "./people";

const KIND = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

export class Device {
  private constructor(
    private readonly line: CDPSession,
    private id: string,
  ) {}

  /** Puts an empty one into somebody's hands. */
  static async of({ context, page }: Person): Promise<Device> {
    const line = await context.newCDPSession(page);
    await line.send("WebAuthn.enable");
    const { authenticatorId } = await line.send("WebAuthn.addVirtualAuthenticator", { options: KIND });
    return new Device(line, authenticatorId);
  }

  /** Has the same passkeys as another, as devices of one person do that are in step with each other. */
  async follows(other: Device): Promise<void> {
    const { credentials } = await other.line.send("WebAuthn.getCredentials", { authenticatorId: other.id });
    for (const credential of credentials) {
      await this.line.send("WebAuthn.addCredential", { authenticatorId: this.id, credential });
    }
  }

  /** Another device in its place, without passkeys. */
  async isReplaced(): Promise<void> {
    await this.line.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: this.id });
    ({ authenticatorId: this.id } = await this.line.send("WebAuthn.addVirtualAuthenticator", {
      options: KIND,
    }));
  }

  /** The person says no to whatever it asks. */
  async isRefused(refused: boolean): Promise<void> {
    await this.line.send("WebAuthn.setUserVerified", { authenticatorId: this.id, isUserVerified: !refused });
    await this.line.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.id,
      enabled: !refused,
    });
  }
}
