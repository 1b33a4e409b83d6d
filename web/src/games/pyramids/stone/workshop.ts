/// <reference lib="webworker" />
import { fulfil, type Order } from "./mason";

addEventListener("message", (event: MessageEvent<Order>) => {
  const delivery = fulfil(event.data);
  postMessage(delivery, { transfer: [delivery.image.buffer] });
});
