// What the server says about this game, under the names that this folder uses. The client draws it and knows no rule.

export type {
  PyramidsAngle as Degrees,
  PyramidsCoaster as Coaster,
  PyramidsEvent,
  PyramidsPyramid as Pyramid,
  PyramidsSize as Size,
  PyramidsView,
} from "../../lib/generated/pyramids";
