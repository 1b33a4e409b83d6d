import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#3A1411",
  top: "#6A2A20",
  ink: "#FFF6E4",
  crop: [44, 176, 108],
  celebration: { path: "M0-9L9 7L-9 7Z", colours: ["#d98a6c", "#8a3b26", "var(--gold)"] },
  quick: { seats: 2 },
};

export default box;
