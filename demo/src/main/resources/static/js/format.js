const toSeconds = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const clock = new Intl.DateTimeFormat(undefined, toSeconds);
const exactClock = new Intl.DateTimeFormat(undefined, { ...toSeconds, fractionalSecondDigits: 3 });

export const clockTime = (instant) => clock.format(instant);

export const exactTime = (instant) => exactClock.format(instant);

/** Formats a lateness: a task that was due while the shop was closed can be hours late. */
export const millis = (value) => (value < 10_000 ? `${value.toFixed(1)} ms` : `${Math.round(value / 1000)} s`);

/** Formats the remaining time: 1:05, 14 s, 4.2 s. */
export function countdown(left) {
  if (left >= 60_000) {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  return left >= 10_000 ? `${Math.ceil(left / 1000)} s` : `${(Math.max(0, left) / 1000).toFixed(1)} s`;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.floor((sorted.length - 1) / 2)];
}
