/** The little of playwright-core that the runner uses. It is installed beside the editor and not in the checkout, so its own types aren't here. */
import { createRequire } from "node:module";

export interface Locator {
  first(): Locator;
  waitFor(options: { readonly state?: "visible" | "hidden"; readonly timeout: number }): Promise<void>;
  textContent(): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  click(): Promise<void>;
  hover(): Promise<void>;
}

export interface Page {
  readonly keyboard: { press(keys: string): Promise<void> };
  goto(url: string): Promise<unknown>;
  locator(selector: string, options?: { readonly hasText: string | RegExp }): Locator;
  exposeFunction(name: string, call: (...args: string[]) => void): Promise<void>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
}

export interface Browser {
  newPage(options: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly deviceScaleFactor: number;
    readonly permissions: readonly string[];
  }): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
  };
}

/** Debian's Chromium, headless, driven by the playwright-core of a harness folder. */
export function launchChromium(harness: string): Promise<Browser> {
  const { chromium } = createRequire(`${harness}/`)("playwright-core") as Playwright;
  const quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", ...quiet] });
}
