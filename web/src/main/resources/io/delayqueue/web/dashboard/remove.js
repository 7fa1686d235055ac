import { attempt } from './actions.js';
import { currentQueue, path, remove } from './api.js';
import { confirm } from './components/dialog.js';
import { toast } from './components/toast.js';
import { storeNow } from './time.js';

/** For how long a single removal or purge waits for a change of mind; the longest is for one who stays on its notice. */
const GRACE_MILLIS = 5_000;
const MAX_GRACE_MILLIS = 8_000;
/** What is due sooner would run meanwhile. */
const SOON_MILLIS = 10_000;

/** Tasks that are about to be removed: what to call if the page is left first. */
const leaving = new Map();
const keyOf = (queue, { group, id }) => JSON.stringify([queue, group, id]);

export const isLeaving = (task) => leaving.has(keyOf(currentQueue(), task));

window.addEventListener('pagehide', () => leaving.forEach((send) => send({ keepalive: true })));

/** Why a task is removed at once or not at all. */
const AT_ONCE = {
    DELAYED: 'It is due within seconds, so it is removed at once. This cannot be undone.',
    READY: 'It may be taken at any moment, so it is removed at once. This cannot be undone.',
    RESERVED: 'Its callback runs now. It is interrupted, and its outcome is discarded. This cannot be undone.',
};

const isSoon = ({ state, stateUntil, dueAt }) => state !== 'DEAD' && !(state === 'DELAYED' && Date.parse(stateUntil ?? dueAt) - storeNow() >= SOON_MILLIS);

/** Removes one task: what is due soon after asking; the rest is not asked, but waits some seconds and can be taken back. */
export async function removeTask(task, done) {
    const queue = currentQueue();
    const key = keyOf(queue, task);
    if (leaving.has(key)) {
        return;
    }
    const word = task.state === 'DEAD' ? 'purged' : 'removed';
    const send = async (options) => {
        leaving.delete(key);
        const worked = await attempt(() => remove(path`groups/${task.group}/tasks/${task.id}`, { ...options, queue }));
        if (worked) {
            toast(`${task.id} is ${word}`);
        }
        done();
    };
    if (isSoon(task)) {
        if (await confirm({ title: `Remove ${task.id}?`, text: AT_ONCE[task.state], action: 'Remove the task', danger: true })) {
            await send();
        }
        return;
    }
    leaving.set(key, send);
    toast(`${task.id} will be ${word}`, {
        millis: GRACE_MILLIS,
        atMost: MAX_GRACE_MILLIS,
        undo: () => (leaving.delete(key), done()),
        onGone: send,
    });
    done();
}
