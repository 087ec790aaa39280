import type { Session, SessionOptions } from "./model.ts";

export declare function createSession(options: SessionOptions): Session;
