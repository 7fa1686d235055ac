import { path, post, remove } from './api.js';
import { confirm } from './components/dialog.js';
import { runSteps } from './components/progress.js';
import { errorToast, toast } from './components/toast.js';
import { count, moment, plural } from './format.js';

/** For how long a single cancel or purge waits for a change of mind. */
const GRACE_MILLIS = 5_000;

/** Small enough that progress moves and Stop is soon. */
const STEP = 2_000;

const topicPath = ({ group, topic }, verb) => path`groups/${group}/topics/${topic}/${verb}`;
const taskPath = ({ group, id }) => path`groups/${group}/tasks/${id}`;
const verbPath = ({ group, id }, verb) => path`groups/${group}/tasks/${id}/${verb}`;

/** Does something and tells when it fails; whether it worked. */
async function attempt(action) {
    try {
        await action();
        return true;
    } catch (error) {
        errorToast(error);
        return false;
    }
}

/** Pauses a topic or lets it go on, after asking; the toast goes back. */
export async function setPaused(topic, paused, done) {
    const verb = paused ? 'pause' : 'resume';
    const question = paused
        ? {
              title: `Pause ${topic.topic}?`,
              text: [
                  `No task of ${topic.group}/${topic.topic} is started until it is resumed, on any instance. Those that run now run to their end.`,
                  `Waiting now: ${plural(topic.delayed, 'delayed task')} and ${plural(topic.ready, 'ready one')}.`,
              ],
              action: 'Pause',
          }
        : {
              title: `Resume ${topic.topic}?`,
              text: `${plural(topic.ready, 'ready task')} can start at once, as fast as its consumers take them.`,
              action: 'Resume',
          };
    if (await confirm(question)) {
        await switchPause(topic, verb, done, true);
    }
}

async function switchPause(topic, verb, done, undoable) {
    const other = verb === 'pause' ? 'resume' : 'pause';
    await attempt(async () => {
        const { changed } = await post(topicPath(topic, verb));
        const word = verb === 'pause' ? 'paused' : 'resumed';
        toast(changed ? `${topic.topic} is ${word}` : `${topic.topic} was ${word} already`, {
            undo: changed && undoable ? () => switchPause(topic, other, done, false) : undefined,
        });
        done();
    });
}

const BULK = {
    requeue: {
        title: (n, { topic }) => `Requeue ${plural(n, 'dead letter')} of ${topic}?`,
        text: 'They become ready at once and start with their attempts anew. This cannot be undone, but it can be stopped on the way.',
        action: 'Requeue all',
        verb: 'requeued',
    },
    purge: {
        title: (n, { topic }) => `Purge ${plural(n, 'dead letter')} of ${topic}?`,
        text: 'They are removed for good, with their payloads and errors. This cannot be undone.',
        action: 'Purge all',
        verb: 'purged',
        danger: true,
    },
    cancel: {
        title: (n, { topic }) => `Cancel ${plural(n, 'task')} of ${topic}?`,
        text: 'All that is delayed, ready or running is removed and will not run (again); callbacks that run now run to their end. Dead letters stay. This cannot be undone.',
        action: 'Cancel all',
        verb: 'cancelled',
        danger: true,
    },
};

/** Requeues or purges all dead letters of a topic, or cancels all its other tasks: in steps that can be stopped. */
export async function bulk(verb, topic, done) {
    const { title, text, action, verb: past, danger } = BULK[verb];
    const total = verb === 'cancel' ? topic.delayed + topic.ready + topic.reserved : topic.dead;
    if (await confirm({ title: title(total, topic), text, action, danger })) {
        const tasks = await runSteps({
            title: `${action}: ${topic.topic}`,
            verb: past,
            total,
            step: (from) => post(topicPath(topic, verb), { max: STEP, from: from ?? undefined }),
        });
        toast(`${count(tasks)} ${past}`);
        done();
    }
}

/** Makes a delayed task due now, after asking; the toast puts it back while it has not been taken. */
export async function runNow(task, done) {
    const sure = await confirm({
        title: `Run ${task.id} now?`,
        text: `It is due ${moment(task.stateUntil ?? task.dueAt)}. It becomes ready at once and runs as soon as a consumer of ${task.topic} is free.`,
        action: 'Run now',
    });
    if (sure) {
        await attempt(async () => {
            await post(verbPath(task, 'run'));
            toast(`${task.id} is due now`, { undo: () => putBack(task, done) });
            done();
        });
    }
}

/** Gives a task another time: {delay} or {at}. Throws what the form is to show. */
export async function reschedule(task, when, done) {
    const { task: after } = await post(verbPath(task, 'reschedule'), when);
    toast(`${task.id} is due ${after?.dueAt ? moment(after.dueAt) : 'at its new time'}`, { undo: () => putBack(task, done) });
    done();
}

async function putBack(task, done) {
    const worked = await attempt(() => post(verbPath(task, 'reschedule'), { at: task.stateUntil ?? task.dueAt }));
    if (worked) {
        toast(`${task.id} is back at its former time`);
    }
    done();
}

/** Requeues one dead letter, after asking. */
export async function requeue(task, done) {
    const sure = await confirm({
        title: `Requeue ${task.id}?`,
        text: 'It becomes ready at once and starts with its attempts anew. If what made it fail is still there, it will fail again.',
        action: 'Requeue',
    });
    if (sure) {
        await attempt(async () => {
            await post(verbPath(task, 'requeue'));
            toast(`${task.id} is requeued`);
            done();
        });
    }
}

/** Tasks that are about to be removed: what to call if the page is left first. */
const leaving = new Map();
const keyOf = ({ group, id }) => JSON.stringify([group, id]);

export const isLeaving = (task) => leaving.has(keyOf(task));

window.addEventListener('pagehide', () => leaving.forEach((send) => send({ keepalive: true })));

/** Removes one task, which is not asked but can be taken back for five seconds: only then the call is sent. */
export function cancelTask(task, done) {
    const key = keyOf(task);
    if (leaving.has(key)) {
        return;
    }
    const word = task.state === 'DEAD' ? 'purged' : 'cancelled';
    const send = async (options) => {
        leaving.delete(key);
        const worked = await attempt(() => remove(taskPath(task), options));
        if (worked) {
            toast(`${task.id} is ${word}`);
        }
        done();
    };
    leaving.set(key, send);
    toast(`${task.id} will be ${word}`, {
        millis: GRACE_MILLIS,
        undo: () => (leaving.delete(key), done()),
        onGone: send,
    });
    done();
}
