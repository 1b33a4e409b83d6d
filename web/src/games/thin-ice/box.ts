import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#0E3049",
  top: "#3D6F92",
  ink: "#FFF6E4",
  crop: [56, 176, 96],
  quick: { seats: 4 },
};

export default box;
