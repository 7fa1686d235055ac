import { confirmed, verbPath } from './actions.js';
import { isFinal, path, post, remove } from './api.js';
import { runSteps } from './components/progress.js';
import { toast } from './components/toast.js';
import { plural } from './format.js';
import { t } from './language.js';

/** Makes a call for each of some tasks, one after the other, and shows which of them are refused. */
async function each(tasks, { title, verb, call }, done) {
    let next = 0;
    const changed = await runSteps({
        title,
        verb,
        total: tasks.length,
        async step() {
            const task = tasks[next++];
            let refused;
            try {
                await call(task);
            } catch (error) {
                if (!isFinal(error)) {
                    throw error;
                }
                refused = `${task.id}: ${error.detail || error.message}`;
            }
            return { tasks: refused ? 0 : 1, refused, next: next < tasks.length ? next : null };
        },
    });
    toast(t`${plural(changed, 'task')} ${verb}`);
    done();
}

/** Removes selected tasks after a confirmation. */
export async function removeSelected(tasks, done) {
    const title = t`Remove ${plural(tasks.length, 'task')}?`;
    const text = t`They are removed one after the other, and repetitions end. A task that runs by then is interrupted, and its outcome is discarded. This cannot be undone.`;
    await confirmed({ title, text, action: t`Remove`, danger: true }, (queue) =>
        each(tasks, { title, verb: t`removed`, call: ({ group, id }) => remove(path`groups/${group}/tasks/${id}`, { queue }) }, done));
}

/** Makes selected delayed tasks due now after a confirmation. */
export async function runSelected(tasks, done) {
    const title = t`Run ${plural(tasks.length, 'task')} now?`;
    const text = t`They become ready one after the other, and run as soon as a consumer of the topic is free. This cannot be undone.`;
    await confirmed({ title, text, action: t`Run now` }, (queue) =>
        each(tasks, { title, verb: t`made due`, call: (task) => post(verbPath(task, 'run'), undefined, { queue }) }, done));
}

/** Requeues the dead letters among selected tasks after a confirmation. */
export async function requeueSelected(tasks, done) {
    const title = t`Requeue ${plural(tasks.length, 'task')}?`;
    const text = t`Dead letters become ready one after the other, and their attempts count from zero. Other tasks stay as they are. This cannot be undone.`;
    await confirmed({ title, text, action: t`Requeue` }, (queue) =>
        each(tasks, { title, verb: t`requeued`, call: (task) => post(verbPath(task, 'requeue'), undefined, { queue }) }, done));
}

/** Reschedules selected tasks to {delay} or {at}. */
export const rescheduleSelected = (tasks, queue, when, done) =>
    each(tasks, { title: t`Reschedule ${plural(tasks.length, 'task')}`, verb: t`rescheduled`, call: (task) => post(verbPath(task, 'reschedule'), when, { queue }) }, done);
