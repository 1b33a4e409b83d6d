import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#C9BCA2",
  top: "#F2EAD8",
  ink: "#23201F",
  crop: [44, 124, 76],
  passes: [
    { x: 16.5, y: 43, ink: "#FFD500" },
    { x: 12.5, y: 44, ink: "#12A3D8" },
    { x: 15.5, y: 45.5, ink: "#D9237F" },
  ],
  celebration: { path: "M-7-7h14v14h-14z", colours: ["#12a3d8", "#d9237f", "#ffd500", "#23201f"] },
  quick: { seats: 3 },
};

export default box;
