import { ApiError } from '../api.js';
import { h, setText } from '../dom.js';
import { count, plural } from '../format.js';
import { button, openDialog } from './dialog.js';

/**
 * Runs an operation in steps, shows its progress, and can be stopped between two steps.
 *
 * @param {{title: string, verb: string, total: number, step: function(?string): Promise<{tasks: number, next?: string}>}} work
 *     `verb` is past: “requeued”; `total` the number at the start
 * @returns {Promise<number>} the number of processed tasks
 */
export function runSteps({ title, verb, total, step }) {
    return new Promise((resolve) => {
        let done = 0;
        let stopped = false;
        let finished = false;
        const bar = h('progress', { class: 'progress', max: Math.max(1, total), value: 0, 'aria-label': title });
        const line = h('p', { role: 'status', data: { testid: 'progress-text' } }, 'Starting…');
        const stop = button('Stop', {
            testid: 'progress-stop',
            click: () => {
                if (finished) {
                    dialog.close();
                } else {
                    stopped = true;
                    stop.disabled = true;
                    setText(stop, 'Stopping after this step…');
                }
            },
        });
        const dialog = openDialog({
            title,
            content: [bar, line],
            buttons: [stop],
            testid: 'progress',
            onClose: () => {
                stopped = true;
                if (finished) {
                    resolve(done);
                }
            },
        });

        function end(text, stay) {
            finished = true;
            stop.disabled = false;
            setText(line, text);
            setText(stop, 'Close');
            if (!dialog.open) {
                resolve(done);
            } else if (!stay) {
                dialog.close();
            }
        }

        async function run() {
            let from = null;
            do {
                const result = await step(from);
                done += result.tasks;
                from = result.next ?? null;
                bar.max = Math.max(bar.max, done);
                bar.value = done;
                setText(line, `${count(done)} of about ${count(total)} ${verb}`);
            } while (from !== null && !stopped);
            end(from === null ? `${plural(done, 'task')} ${verb}` : `Stopped: ${plural(done, 'task')} ${verb}`, from !== null && dialog.open);
        }

        run().catch((error) => {
            const why = error instanceof ApiError ? error.message : String(error);
            end(`${plural(done, 'task')} ${verb}, then the step failed. ${why}`, true);
        });
    });
}
