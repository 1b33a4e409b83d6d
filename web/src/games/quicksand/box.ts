import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#5A2340",
  top: "#8A3A56",
  ink: "#FFF6E4",
  crop: [72, 190, 96],
  quick: { seats: 3, together: true },
};

export default box;
