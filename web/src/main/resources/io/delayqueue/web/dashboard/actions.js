import { currentQueue, path, post, remove } from './api.js';
import { confirm } from './components/dialog.js';
import { paceInput } from './components/pace.js';
import { runSteps } from './components/progress.js';
import { errorToast, toast } from './components/toast.js';
import { count, moment, plural, taskName, topicName } from './format.js';
import { t } from './language.js';

/** Small enough for visible progress and a quick stop. */
const STEP = 2_000;

const topicPath = ({ group, topic }, verb) => path`groups/${group}/topics/${topic}/${verb}`;
export const verbPath = ({ group, id }, verb) => path`groups/${group}/tasks/${id}/${verb}`;

/** Runs an action and shows its failure; resolves to whether it succeeded. */
export async function attempt(action) {
    try {
        await action();
        return true;
    } catch (error) {
        errorToast(error);
        return false;
    }
}

/** Changes something of the current queue after a confirmation, and shows a failure. */
export async function confirmed(question, change) {
    const queue = currentQueue();
    await ((await confirm(question)) && attempt(() => change(queue)));
}

/** Pauses or resumes a topic after a confirmation; the toast can undo it. */
export async function setPaused(topic, paused, done) {
    const verb = paused ? 'pause' : 'resume';
    const question = paused
        ? {
              title: t`Pause ${topicName(topic)}?`,
              text: [
                  t`No instance starts a task of the topic until you resume it. Running tasks continue to their end.`,
                  t`Waiting now: ${plural(topic.delayed, 'delayed task')} and ${plural(topic.ready, 'ready task')}.`,
              ],
              action: t`Pause`,
          }
        : {
              title: t`Resume ${topicName(topic)}?`,
              text: t`Consumers start tasks of the topic again. Waiting now: ${plural(topic.ready, 'ready task')}.`,
              action: t`Resume`,
          };
    await confirmed(question, (queue) => switchPause(topic, verb, done, { queue, undoable: !topic.heldUntil }));
}

async function switchPause(topic, verb, done, { queue, undoable }) {
    const other = verb === 'pause' ? 'resume' : 'pause';
    await attempt(async () => {
        const { changed } = await post(topicPath(topic, verb), undefined, { queue });
        toast(switchedWords(topic.topic, verb === 'pause', changed), {
            undo: changed && undoable ? () => switchPause(topic, other, done, { queue, undoable: false }) : undefined,
        });
        done();
    });
}

/** Says that a topic or task is paused or resumed, or was already. */
export function switchedWords(name, paused, changed) {
    const word = paused ? t`paused` : t`resumed`;
    return changed ? t`${name} is ${word}` : t`${name} was ${word} already`;
}

/** Drains or undrains the instance that answers, after a confirmation. */
export async function drain(instance, drained, done) {
    const question = drained
        ? {
              title: t`Drain ${instance}?`,
              text: [
                  t`It starts no task of any group, and gives back the tasks that have not begun. Running callbacks end as usual.`,
                  t`This lasts until you undrain it, or it is started again.`,
              ],
              action: t`Drain`,
          }
        : { title: t`Undrain ${instance}?`, text: t`It starts tasks of all its groups again.`, action: t`Undrain` };
    await confirmed(question, async (queue) => {
        await post(drained ? 'drain' : 'undrain', { instance }, { queue });
        toast(drained ? t`${instance} is drained` : t`${instance} starts tasks again`);
        done();
    });
}

/** Unregisters a topic without tasks and consumers, or a group without both, after a confirmation. */
export async function unregister({ group, topic }, done) {
    const name = topic === undefined ? group : topicName({ group, topic });
    await confirmed({
        title: t`Unregister ${name}?`,
        text: [
            topic === undefined
                ? t`The group ${name} and all its topics disappear from all lists. It has no tasks, and no instance consumes it. Pull consumers are not listed here: make sure that none uses it.`
                : t`The topic ${name} disappears from all lists. It has no tasks, and no instance consumes it. Pull consumers are not listed here: make sure that none uses it.`,
            t`It is registered again when an application with a listener for it starts.`,
        ],
        action: t`Unregister`,
    }, async (queue) => {
        await remove(topic === undefined ? path`groups/${group}` : path`groups/${group}/topics/${topic}`, { queue });
        toast(t`${name} is unregistered`);
        done();
    });
}

const BULK = {
    requeue: {
        title: (n, topic) => t`Requeue ${plural(n, 'dead letter')} of ${topicName(topic)}?`,
        text: t`They become ready, or delayed if you set a pace, and their attempts count from zero. You can stop this before its end, but not undo it.`,
        action: t`Requeue all`,
        one: t`Requeue`,
        verb: t`requeued`,
        said: (n) => t`${n} requeued`,
    },
    purge: {
        title: (n, topic) => t`Purge ${plural(n, 'dead letter')} of ${topicName(topic)}?`,
        text: t`They are removed for good, with their payloads and errors. This cannot be undone.`,
        action: t`Purge all`,
        one: t`Purge`,
        verb: t`purged`,
        said: (n) => t`${n} purged`,
        danger: true,
    },
    remove: {
        title: (n, topic) => t`Remove ${plural(n, 'task')} of ${topicName(topic)}?`,
        text: t`All delayed, ready and running tasks are removed, and repetitions end. Running callbacks are interrupted, and their outcomes are discarded. Dead letters stay. This cannot be undone.`,
        action: t`Remove all`,
        verb: t`removed`,
        said: (n) => t`${n} removed`,
        danger: true,
    },
};

/** Requeues or purges all dead letters of a topic, or removes all its other tasks, in steps that can be stopped. */
export async function bulk(verb, topic, done) {
    const pace = verb === 'requeue' ? paceInput() : null;
    const { title, text, action, verb: past, said, danger } = BULK[verb];
    const total = verb === 'remove' ? topic.delayed + topic.ready + topic.reserved : topic.dead;
    await confirmed({ title: title(total, topic), text, action, danger, input: pace }, async (queue) => {
        const perSecond = pace?.value();
        const tasks = await runSteps({
            title: t`${action}: ${topicName(topic)}`,
            verb: past,
            total,
            step: (from) => post(topicPath(topic, verb), { max: STEP, from: from ?? undefined, perSecond }, { queue }),
        });
        toast(perSecond ? t`${said(count(tasks))}: ${count(perSecond)} become due each second` : said(count(tasks)));
        done();
    });
}

const TAGGED = {
    requeue: {
        title: (tag) => t`Requeue the dead letters with the tag ${tag}?`,
        text: t`Those of all registered groups become ready, and their attempts count from zero. You can stop this before its end, but not undo it.`,
        call: (query, queue) => post('tasks/requeue', undefined, { query, queue }),
    },
    remove: {
        title: (tag) => t`Remove all tasks with the tag ${tag}?`,
        text: t`The tasks of all registered groups that have the tag are removed, dead letters too, and repetitions end. Running callbacks are interrupted, and their outcomes are discarded. This cannot be undone.`,
        call: (query, queue) => remove('tasks', { query, queue }),
    },
};

/** Requeues the dead letters of all groups with a tag, or removes all tasks with it, in steps that can be stopped. */
export async function bulkTagged(verb, tag, done) {
    const { action, verb: past, said, danger } = BULK[verb];
    const { title, text, call } = TAGGED[verb];
    await confirmed({ title: title(tag), text, action, danger }, async (queue) => {
        const tasks = await runSteps({ title: t`${action}: ${tag}`, verb: past, step: (from) => call({ tag, max: STEP, from }, queue) });
        toast(said(count(tasks)));
        done();
    });
}

/** Requeues or purges selected dead letters of a topic after a confirmation. */
export async function selected(verb, dead, done) {
    const [topic] = dead;
    const ids = dead.map(({ id }) => id);
    const { title, one: action, verb: past, said, danger } = BULK[verb];
    const text = verb === 'requeue' ? t`They become ready at once, and their attempts count from zero. This cannot be undone.` : BULK.purge.text;
    await confirmed({ title: title(ids.length, topic), text, action, danger }, async (queue) => {
        const { tasks } = await post(topicPath(topic, verb), { ids }, { queue });
        toast(tasks === ids.length ? said(count(tasks)) : t`${count(tasks)} of ${count(ids.length)} ${past}: the others are no longer dead letters`);
        done();
    });
}

/** Requeues a dead letter with another payload, as JSON. Throws the error for the form. */
export async function requeueEdited(task, queue, payload, done) {
    // The payload is sent as text, not converted to JavaScript's numbers.
    await post(verbPath(task, 'edit'), `{"payload":${payload}}`, { queue });
    toast(t`${task.id} is requeued with the edited payload`);
    done();
}

/** Whether it waits until its repetition is resumed. */
export const isPaused = ({ paused, stateUntil, state }) => Boolean(paused) && state === 'DELAYED' && !stateUntil;

/** Makes a delayed task due now, after a confirmation; the toast can undo it until the task is reserved. */
export async function runNow(task, done) {
    await confirmed({
        title: t`Run ${taskName(task)} now?`,
        text: [
            isPaused(task)
                ? t`Its repetition stays paused. It becomes ready at once and runs as soon as a consumer of ${task.topic} is free.`
                : t`It is due ${moment(task.stateUntil ?? task.dueAt)}. It becomes ready at once and runs as soon as a consumer of ${task.topic} is free.`,
            task.repeat?.rate && task.attempts === 0 ? t`Its fixed rate then counts from now.` : null,
        ].filter(Boolean),
        action: t`Run now`,
    }, async (queue) => {
        await post(verbPath(task, 'run'), undefined, { queue });
        toast(t`${task.id} is due now`, { undo: isPaused(task) ? undefined : () => putBack(task, queue, done) });
        done();
    });
}

/** Reschedules a task of a queue to {delay} or {at}. Throws the error for the form. */
export async function reschedule(task, queue, when, done) {
    const { task: after } = await post(verbPath(task, 'reschedule'), when, { queue });
    toast(after?.dueAt ? t`${task.id} is due ${moment(after.dueAt)}` : t`${task.id} is due at its new time`, { undo: () => putBack(task, queue, done) });
    done();
}

async function putBack(task, queue, done) {
    const worked = await attempt(() => post(verbPath(task, 'reschedule'), { at: task.stateUntil ?? task.dueAt }, { queue }));
    if (worked) {
        toast(t`${task.id} is back at its former time`);
    }
    done();
}

/** Requeues one dead letter after a confirmation. */
export async function requeue(task, done) {
    await confirmed({
        title: t`Requeue ${taskName(task)}?`,
        text: t`It becomes ready at once, and its attempts count from zero. It fails again if the cause persists. This cannot be undone.`,
        action: t`Requeue`,
    }, async (queue) => {
        await post(verbPath(task, 'requeue'), undefined, { queue });
        toast(t`${task.id} is requeued`);
        done();
    });
}
