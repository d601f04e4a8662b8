/** How often somebody is told, and how long that may take. Data only. */
export const notifications = {
  /** A run that stands still again within this time is not told of a second time. */
  cooldownMinutes: 30,
  tries: 3,
  /** One try, with every redirect in it. */
  tryMs: 5_000,
  /** Between the tries. */
  waitsMs: [1_000, 4_000],
  /** A receiver that asks for more patience than this is asked again after this. */
  longestWaitMs: 10_000,
  redirects: 3,
  desktopMs: 5_000,
  /** What is under way when the run ends gets so long. */
  graceMs: 2_000,
} as const
