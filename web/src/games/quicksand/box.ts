import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#5A2340",
  top: "#8A3A56",
  ink: "#FFF6E4",
  crop: [72, 190, 96],
  celebration: { path: "M0-3a3 3 0 1 0 .01 0z", colours: ["#e8b877", "#c98a4a", "#f2d9a0"] },
  quick: { seats: 3, together: true },
};

export default box;
