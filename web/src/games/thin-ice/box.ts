import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#0E3049",
  top: "#3D6F92",
  ink: "#FFF6E4",
  crop: [56, 176, 96],
  celebration: {
    path: "M-1-9h2v18h-2zM-8.300-5.400l1-1.700L8.300 5.400l-1 1.700zM7.300-7.100l1 1.700L-7.300 7.100l-1-1.700z",
    colours: ["#e9f5f9", "#a9d8ea", "#ffffff"],
  },
  quick: { seats: 4 },
};

export default box;
