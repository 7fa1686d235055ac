/** Longer waits of ready tasks are highlighted. */
export const OVERDUE_MILLIS = 5_000;

/** Adds up the tasks in all states. */
export const totalOf = ({ delayed = 0, ready = 0, reserved = 0, dead = 0 }) => delayed + ready + reserved + dead;

/** The group or topic whose oldest ready task has been due for the longest time; null if none has such a task. */
export const mostOverdue = (all) => all.reduce((most, one) => ((one.overdueMillis ?? 0) > (most?.overdueMillis ?? 0) ? one : most), null);

/** Compares values by their powers of two, so that rows keep their places while numbers vary. */
const magnitude = (value) => Math.floor(Math.log2(1 + value));

/** Weighs the problems of a group or topic: overdue, dead letters, no pusher, paused. */
function problems({ overdueMillis, dead, paused, pusher, instances }) {
    const unpushed = instances !== undefined && !pusher;
    return (overdueMillis >= OVERDUE_MILLIS ? 8 : 0) + (dead > 0 ? 4 : 0) + (unpushed ? 2 : 0) + (paused ? 1 : 0);
}

const work = ({ rates }) => (rates ? 60 * (rates.added + rates.finished + rates.retried + rates.dead) : 0);

/** Sorts those with problems first, then the busiest, then the deepest, then by name. */
export function needMostFirst(a, b) {
    return problems(b) - problems(a)
        || magnitude(work(b)) - magnitude(work(a))
        || magnitude(totalOf(b)) - magnitude(totalOf(a))
        || a.group.localeCompare(b.group)
        || (a.topic ?? '').localeCompare(b.topic ?? '');
}
