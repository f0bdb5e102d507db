// The commands of the app as functions over what the parts of a session share.

import type { App } from "./app.js";

type Later<Method> = Method extends (...given: infer Given) => Promise<infer Result>
    ? (core: import("../session/core.js").SessionCore, ...given: Given) => Promise<Result> : never;

type CommandName = { [Name in keyof App]: App[Name] extends (...given: any[]) => Promise<any> ? Name
    : never }[keyof App];

export type Commands = { [Name in CommandName]: Later<App[Name]> };
