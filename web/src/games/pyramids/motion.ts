export * from "../../lib/motion";
