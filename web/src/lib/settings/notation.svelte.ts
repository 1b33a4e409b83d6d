/** Whether move lists speak notation instead of sentences. */
import { remember, remembered } from "./remember";

class Notation {
  on = $state(remembered("notation") === "on");

  toggle(): void {
    this.on = !this.on;
    remember("notation", this.on ? "on" : "off");
  }
}

export const notation = new Notation();
