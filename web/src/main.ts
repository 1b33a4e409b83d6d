import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { keepForLater } from "./offline/register";

const target = document.getElementById("app");
if (target) mount(App, { target });
keepForLater();
