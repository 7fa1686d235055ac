import { currentQueue } from '../api.js';
import { h, setText } from '../dom.js';
import { isoMillis, taskName } from '../format.js';
import { t } from '../language.js';
import { changeRepeat } from '../repeat.js';
import { delayInput, field, formDialog } from './forms.js';
import { repeatWords } from './taskoptions.js';

const KINDS = { rate: t`At a fixed rate`, delay: t`After the end of each run`, cron: t`At the times of a cron expression` };
const SIZES = [['d', 86_400_000], ['h', 3_600_000], ['m', 60_000], ['s', 1_000]];

const kindOf = ({ rate, delay }) => (rate !== undefined ? 'rate' : delay !== undefined ? 'delay' : 'cron');

/** A duration of the API as a number and the largest unit in which it is whole. */
function parts(text) {
    const millis = isoMillis(text);
    const [unit, size] = SIZES.find(([, size]) => millis % size === 0) ?? SIZES.at(-1);
    return [millis / size, unit];
}

/** Asks for another repetition of a task. */
export function openChangeRepeat(task, done) {
    const queue = currentQueue();
    const known = kindOf(task.repeat);
    const kindInput = h('select', { class: 'select', name: 'kind' },
        Object.entries(KINDS).map(([key, name]) => h('option', { value: key, selected: key === known }, name)));
    const kind = field(t`Repeats`, kindInput);
    const [amount, unit] = known === 'cron' ? [1, 'h'] : parts(task.repeat[known]);
    const length = delayInput(amount, unit, t`Every`);
    const cronInput = h('input', { class: 'input code-input', name: 'cron', value: task.repeat.cron ?? '0 0 3 * * *', autocomplete: 'off', spellcheck: 'false' });
    const cron = field(t`Cron expression`, cronInput, t`Six fields: second, minute, hour, day, month, day of the week.`);
    const zoneInput = h('input', { class: 'input', name: 'zone', value: task.repeat.zone === 'Z' ? 'UTC' : (task.repeat.zone ?? 'UTC'), autocomplete: 'off', spellcheck: 'false' });
    const zone = field(t`Time zone`, zoneInput, t`Such as Europe/Berlin or UTC.`);

    function showFields() {
        const isCron = kindInput.value === 'cron';
        length.node.hidden = isCron;
        cron.node.hidden = !isCron;
        zone.node.hidden = !isCron;
        setText(length.node.querySelector('label'), kindInput.value === 'delay' ? t`Delay` : t`Every`);
    }
    kindInput.addEventListener('change', showFields);
    showFields();

    formDialog({
        title: t`Change the schedule of ${taskName(task)}`,
        testid: 'repeat-form',
        action: t`Change`,
        rows: [
            h('p', { class: 'muted' }, t`It repeats ${repeatWords(task.repeat)}. The new schedule counts from now. A run that is due or has started is not affected.`),
            task.headers?.['delayqueue.schedule'] ? h('p', { class: 'muted' }, t`Its schedule is declared in code. The next application that starts with a different declaration overwrites your change.`) : null,
            kind.node, length.node, cron.node, zone.node,
        ],
        async send() {
            const isCron = kindInput.value === 'cron';
            length.say(isCron || length.value() !== null ? '' : t`Enter a number of at least 0.`);
            if (!isCron && length.value() === null) {
                return false;
            }
            const repeat = isCron ? { cron: cronInput.value.trim(), zone: zoneInput.value.trim() } : { [kindInput.value]: length.value() };
            return changeRepeat(task, queue, repeat, done);
        },
    });
}
