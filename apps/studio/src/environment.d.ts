/// <reference types="vite/client" />

declare module "virtual:picture.css";
