import type { BoxPrint } from "../boxes";

const box: BoxPrint = {
  side: "#1B1538",
  top: "#40367A",
  ink: "#FFF6E4",
  crop: [6, 130, 110],
  celebration: {
    path: "M-5-8.500h10v17h-10z",
    colours: ["#a7692f", "#ddeae3", "#d8491f", "#1e6e92", "#2b2256"],
  },
  quick: { seats: 3 },
};

export default box;
