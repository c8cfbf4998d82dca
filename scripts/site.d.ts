// Types of the page's scripts that scripts/site checks and JSDoc comments cannot state well.

/** The class of the element that core/dom.js creates for a name: HTMLInputElement for "input.wide". */
type ElementNamed<Name extends string> =
  Name extends `${infer Tag extends keyof HTMLElementTagNameMap}.${string}` ? HTMLElementTagNameMap[Tag]
  : Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement;

// What browsers have and TypeScript 4.8 does not declare.

type AbortSignals = typeof AbortSignal & {
  any(signals: AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};

type PopoverElement = HTMLElement & { hidePopover?(): void };

type WakeLockNavigator = Navigator & {
  wakeLock?: { request(type: "screen"): Promise<{ release(): Promise<void> }> };
};
