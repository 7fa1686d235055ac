import { attempt, verbPath } from './actions.js';
import { currentQueue, path, post } from './api.js';
import { confirm } from './components/dialog.js';
import { toast } from './components/toast.js';
import { moment, taskName } from './format.js';

/** Pauses or resumes a repeating task after a confirmation; the toast can undo it. */
export async function setRepeatPaused(task, paused, done) {
    const queue = currentQueue();
    const question = paused
        ? {
              title: `Pause ${taskName(task)}?`,
              text: ['No run starts until you resume the task, not even one that is due. You can still use “Run now”. A run that has started continues, with its retries.', 'Other tasks of its topic are not affected.'],
              action: 'Pause',
          }
        : {
              title: `Resume ${taskName(task)}?`,
              text: 'Its next run is at the next time of its schedule. Missed runs are skipped.',
              action: 'Resume',
          };
    if (await confirm(question)) {
        await switchRepeat(task, paused, done, { queue, undoable: true });
    }
}

async function switchRepeat(task, paused, done, { queue, undoable }) {
    await attempt(async () => {
        const { changed } = await post(verbPath(task, paused ? 'pause' : 'resume'), undefined, { queue });
        const word = paused ? 'paused' : 'resumed';
        toast(changed ? `${task.id} is ${word}` : `${task.id} was ${word} already`, {
            undo: changed && undoable ? () => switchRepeat(task, !paused, done, { queue, undoable: false }) : undefined,
        });
    });
    done();
}

/** Adds a declared task again that was removed, after a confirmation. */
export async function restore({ group, id }, done) {
    const queue = currentQueue();
    const sure = await confirm({
        title: `Restore ${id} of ${group}?`,
        text: 'The task is added again as it is declared, as at a start of the application.',
        action: 'Restore',
    });
    if (sure) {
        await attempt(async () => {
            await post(path`groups/${group}/schedules/${id}/restore`, undefined, { queue });
            toast(`${id} is restored`);
        });
        done();
    }
}

/** Changes the repetition of a task that still has the displayed one. Throws the error for the form. */
export async function changeRepeat(task, queue, repeat, done) {
    const { task: after } = await post(verbPath(task, 'repeat'), { repeat, expected: task.repeat }, { queue });
    toast(`${task.id} has its new schedule${after?.stateUntil ? `: it is due ${moment(after.stateUntil)}` : ''}`);
    done();
}
