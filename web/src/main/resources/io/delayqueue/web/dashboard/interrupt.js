import { confirmed, verbPath } from './actions.js';
import { post } from './api.js';
import { toast } from './components/toast.js';
import { taskName } from './format.js';
import { t } from './language.js';

/** Interrupts the displayed attempt of a running task after a confirmation; a later attempt goes on. */
export async function interrupt(task, done) {
    const { reservedAt } = task;
    await confirmed({
        title: t`Interrupt ${taskName(task)}?`,
        text: [
            t`Its callback is interrupted, as when its time to run ends. The attempt fails, and the retry policy decides whether there is another.`,
            t`The instance that runs the task receives a message. If the message is lost, the callback continues.`,
        ],
        action: t`Interrupt`,
        danger: true,
    }, async (queue) => {
        await post(verbPath(task, 'interrupt'), { reservedAt }, { queue });
        toast(t`${task.id}: the interruption was sent to its instance`);
        done();
    });
}
