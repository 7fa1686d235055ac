import { attempt, isPaused } from './actions.js';
import { currentQueue, path, remove } from './api.js';
import { confirm } from './components/dialog.js';
import { toast } from './components/toast.js';
import { taskName } from './format.js';
import { t } from './language.js';
import { storeNow } from './time.js';

/** Time in which a single removal or purge can be undone; the maximum applies while the notification has the focus. */
const GRACE_MILLIS = 5_000;
const MAX_GRACE_MILLIS = 8_000;
/** Tasks that are due sooner would run before. */
const SOON_MILLIS = 10_000;

/** Pending removals: functions to call if the page is left before. */
const leaving = new Map();
const keyOf = (queue, { group, id }) => JSON.stringify([queue, group, id]);

export const isLeaving = (task) => leaving.has(keyOf(currentQueue(), task));

window.addEventListener('pagehide', () => leaving.forEach((send) => send({ keepalive: true })));

/** Reasons why a removal cannot be delayed. */
const AT_ONCE = {
    DELAYED: t`It is due within seconds, so it is removed at once. This cannot be undone.`,
    READY: t`It can start at any moment, so it is removed at once. This cannot be undone.`,
    RESERVED: t`Its callback runs now. The callback is interrupted, and its outcome is discarded. This cannot be undone.`,
};

const ENDS = [
    t`The task repeats: its removal ends the repetition.`,
    t`If an application declares it in code, its next start adds it again. Until then the page Schedules shows it as missing, with a button that restores it.`,
];
const FINAL = t`This cannot be undone.`;

const isSoon = (task) => task.state !== 'DEAD' && !isPaused(task) && !(task.state === 'DELAYED' && Date.parse(task.stateUntil ?? task.dueAt) - storeNow() >= SOON_MILLIS);

/** Removes one task: one that repeats or is due soon after a confirmation, any other one after some seconds in which it can be undone. */
export async function removeTask(task, done) {
    const queue = currentQueue();
    const key = keyOf(queue, task);
    if (leaving.has(key)) {
        return;
    }
    const dead = task.state === 'DEAD';
    const send = async (options) => {
        leaving.delete(key);
        const worked = await attempt(() => remove(path`groups/${task.group}/tasks/${task.id}`, { ...options, queue }));
        if (worked) {
            toast(dead ? t`${task.id} is purged` : t`${task.id} is removed`);
        }
        done();
    };
    if (isSoon(task) || task.repeat) {
        const text = [isSoon(task) ? AT_ONCE[task.state] : FINAL, ...(task.repeat ? ENDS : [])];
        if (await confirm({ title: t`Remove ${taskName(task)}?`, text, action: t`Remove the task`, danger: true })) {
            await send();
        }
        return;
    }
    leaving.set(key, send);
    toast(dead ? t`${task.id} will be purged` : t`${task.id} will be removed`, {
        millis: GRACE_MILLIS,
        atMost: MAX_GRACE_MILLIS,
        undo: () => (leaving.delete(key), done()),
        onGone: send,
    });
    done();
}
