export * from "../../lib/stage/motion";
