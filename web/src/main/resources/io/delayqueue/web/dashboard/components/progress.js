import { ApiError } from '../api.js';
import { h, setText } from '../dom.js';
import { count, plural } from '../format.js';
import { t } from '../language.js';
import { button, openDialog } from './dialog.js';

/**
 * Runs an operation in steps, shows its progress, and can be stopped between two steps.
 *
 * @param {{title: string, verb: string, total?: number, step: function(?string): Promise<{tasks: number, next?: string, refused?: string}>,
 *     words?: function(number): string}} work `verb` is past: “requeued”; `total` the number at the start, if it is known; `refused` why a task stays as it is
 * @returns {Promise<number>} the number of processed tasks
 */
export function runSteps({ title, verb, total, step, words = (n) => plural(n, 'task') }) {
    return new Promise((resolve) => {
        let done = 0;
        let stopped = false;
        let finished = false;
        const refused = h('ul', { class: 'refused wrap', data: { testid: 'refused' } });
        const bar = h('progress', { class: 'progress', max: Math.max(1, total ?? 1), value: total === undefined ? null : 0, 'aria-label': title });
        const line = h('p', { role: 'status', data: { testid: 'progress-text' } }, t`Starting…`);
        const stop = button(t`Stop`, {
            testid: 'progress-stop',
            click: () => {
                if (finished) {
                    dialog.close();
                } else {
                    stopped = true;
                    stop.disabled = true;
                    setText(stop, t`Stopping after this step…`);
                }
            },
        });
        const dialog = openDialog({
            title,
            content: [bar, line, refused],
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
            setText(stop, t`Close`);
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
                refused.append(...(result.refused ? [h('li', {}, result.refused)] : []));
                from = result.next ?? null;
                if (total === undefined) {
                    setText(line, t`${words(done)} ${verb}`);
                } else {
                    bar.max = Math.max(bar.max, done);
                    bar.value = done;
                    setText(line, t`${count(done)} of about ${count(total)} ${verb}`);
                }
            } while (from !== null && !stopped);
            end(from === null ? t`${words(done)} ${verb}` : t`Stopped: ${words(done)} ${verb}`, (from !== null || refused.hasChildNodes()) && dialog.open);
        }

        run().catch((error) => {
            const why = error instanceof ApiError ? error.message : String(error);
            end(t`${words(done)} ${verb}, then the step failed. ${why}`, true);
        });
    });
}
