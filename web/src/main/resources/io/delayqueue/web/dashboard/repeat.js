import { attempt, confirmed, switchedWords, verbPath } from './actions.js';
import { currentQueue, path, post } from './api.js';
import { confirm } from './components/dialog.js';
import { toast } from './components/toast.js';
import { moment, taskName } from './format.js';
import { t } from './language.js';

/** Pauses or resumes a repeating task after a confirmation; the toast can undo it. */
export async function setRepeatPaused(task, paused, done) {
    const question = paused
        ? {
              title: t`Pause ${taskName(task)}?`,
              text: [t`No run starts until you resume the task, not even one that is due. You can still use “Run now”. A run that has started continues, with its retries.`, t`Other tasks of its topic are not affected.`],
              action: t`Pause`,
          }
        : {
              title: t`Resume ${taskName(task)}?`,
              text: t`Its next run is at the next time of its schedule. Missed runs are skipped.`,
              action: t`Resume`,
          };
    await confirmed(question, (queue) => switchRepeat(task, paused, done, { queue, undoable: true }));
}

async function switchRepeat(task, paused, done, { queue, undoable }) {
    await attempt(async () => {
        const { changed } = await post(verbPath(task, paused ? 'pause' : 'resume'), undefined, { queue });
        toast(switchedWords(task.id, paused, changed), {
            undo: changed && undoable ? () => switchRepeat(task, !paused, done, { queue, undoable: false }) : undefined,
        });
    });
    done();
}

/** Adds a declared task again that was removed, after a confirmation. */
export async function restore({ group, id }, done) {
    const queue = currentQueue();
    const sure = await confirm({
        title: t`Restore ${id} of ${group}?`,
        text: t`The task is added again as it is declared, as at a start of the application.`,
        action: t`Restore`,
    });
    if (sure) {
        await attempt(async () => {
            await post(path`groups/${group}/schedules/${id}/restore`, undefined, { queue });
            toast(t`${id} is restored`);
        });
        done();
    }
}

/** Changes the repetition of a task that still has the displayed one. Throws the error for the form. */
export async function changeRepeat(task, queue, repeat, done) {
    const { task: after } = await post(verbPath(task, 'repeat'), { repeat, expected: task.repeat }, { queue });
    toast(after?.stateUntil ? t`${task.id} has its new schedule: it is due ${moment(after.stateUntil)}` : t`${task.id} has its new schedule`);
    done();
}
