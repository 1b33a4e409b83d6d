import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#1B1538",
  top: "#40367A",
  ink: "#FFF6E4",
  crop: [6, 130, 110],
  quick: { seats: 3 },
};

export default box;
