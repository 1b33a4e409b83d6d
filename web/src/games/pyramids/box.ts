import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#3A1411",
  top: "#6A2A20",
  ink: "#FFF6E4",
  crop: [44, 176, 108],
  quick: { seats: 2 },
};

export default box;
