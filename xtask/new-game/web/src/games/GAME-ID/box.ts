import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#3a4540",
  top: "#6b7a72",
  ink: "#fff6e4",
  crop: [0, 60, 240],
  quick: { seats: 2 },
};

export default box;
