import { isPaused, requeueEdited, reschedule } from '../actions.js';
import { currentQueue, path, post } from '../api.js';
import { h, setText } from '../dom.js';
import { rescheduleSelected } from '../each.js';
import { joined, moment, plural, taskName, topicName } from '../format.js';
import { fault, pretty } from '../json.js';
import { t } from '../language.js';
import { taskLink } from '../router.js';
import { button, openDialog } from './dialog.js';
import { toast } from './toast.js';

const UNITS = { s: t`seconds`, m: t`minutes`, h: t`hours`, d: t`days` };
/** Longer payloads are edited as they are stored. */
const MAX_PRETTY = 100_000;
let fields = 0;

/** Labelled input with a hint and its error. */
export function field(label, input, hint) {
    const id = `field-${++fields}`;
    input.id = id;
    const fault = h('p', { class: 'field-fault', id: `${id}-fault` });
    const tip = hint ? h('p', { class: 'field-hint', id: `${id}-hint` }, hint) : null;
    input.setAttribute('aria-describedby', joined([tip && `${id}-hint`, `${id}-fault`], ' '));
    return {
        node: h('div', { class: 'field' }, h('label', { for: id }, label), input, tip, fault),
        say(text) {
            setText(fault, text ?? '');
            input.setAttribute('aria-invalid', text ? 'true' : 'false');
        },
    };
}

/** Number with a unit, in the format of the API: “30m”. */
export function delayInput(number, unit, label = t`Delay`) {
    const amount = h('input', { type: 'number', min: '0', step: 'any', value: number, required: true, class: 'input num', name: 'delay' });
    const units = h('select', { class: 'select', 'aria-label': t`Unit of the delay`, name: 'unit' },
        Object.entries(UNITS).map(([key, name]) => h('option', { value: key, selected: key === unit }, name)));
    const delay = field(label, amount);
    amount.after(units);
    const millis = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
    return {
        ...delay,
        /** Returns whole ms, or null if it is not a number. */
        value: () => {
            const value = Math.round(Number(amount.value) * millis[units.value]);
            return amount.value.trim() !== '' && Number.isSafeInteger(value) && value >= 0 ? `${value}ms` : null;
        },
    };
}

/** Dialog with a form that stays open until the server has accepted it. */
export function formDialog({ title, testid, action, rows, send }) {
    const problem = h('p', { class: 'form-problem', role: 'alert' });
    const submit = button(action, { kind: 'primary', type: 'submit', testid: `${testid}-submit`, form: testid });
    const form = h('form', { id: testid, novalidate: true, on: { submit: onSubmit } }, rows, problem);
    const dialog = openDialog({
        title,
        testid: `${testid}-dialog`,
        content: [form],
        buttons: [button(t`Close`, { click: () => dialog.close() }), submit],
    });

    async function onSubmit(event) {
        event.preventDefault();
        setText(problem, '');
        submit.disabled = true;
        try {
            if ((await send()) !== false) {
                dialog.close();
            }
        } catch (error) {
            setText(problem, error.message);
        } finally {
            submit.disabled = false;
        }
    }
}

/** Asks for a new due time of a task, or of several. */
export function openReschedule(what, done) {
    const [task, ...others] = [what].flat();
    const many = others.length > 0;
    const queue = currentQueue();
    const delay = delayInput(10, 'm');
    const timeInput = h('input', { type: 'datetime-local', step: '1', class: 'input', name: 'at' });
    // The form does not stay open for several tasks: their progress is shown.
    const send = (when) => (many ? void rescheduleSelected(what, queue, when, done) : reschedule(task, queue, when, done));
    const time = field(t`Or at`, timeInput, t`In the time zone of this browser. With a time, the delay is ignored.`);
    formDialog({
        title: t`Reschedule ${many ? plural(what.length, 'task') : taskName(task)}`,
        testid: 'reschedule-form',
        action: t`Reschedule`,
        rows: [h('p', { class: 'muted' }, many ? '' : isPaused(task) ? t`It is paused.` : t`It is due ${moment(task.stateUntil ?? task.dueAt)}.`, ' ', t`The delay counts from now, by the clock of Redis.`), delay.node, time.node],
        async send() {
            if (timeInput.value !== '') {
                return send({ at: new Date(timeInput.value).toISOString() });
            }
            delay.say(delay.value() === null ? t`Enter a number of at least 0.` : '');
            return delay.value() === null ? false : send({ delay: delay.value() });
        },
    });
}

/** Checks the JSON in a text area whenever it changes; returns the check. */
function checked(text, labelled, mayBeEmpty) {
    function check() {
        const empty = text.value.trim() === '';
        const wrong = empty ? null : fault(text.value);
        const said = empty && !mayBeEmpty ? t`Enter JSON` : wrong && t`Not JSON: ${wrong}`;
        labelled.say(said ?? '');
        return said === null;
    }
    text.addEventListener('change', check);
    // Not only when the focus leaves: the dialog would get smaller under the pointer, and its button would miss the click.
    text.addEventListener('input', () => labelled.say(''));
    return check;
}

/** Asks for another payload of a dead letter, and requeues it. */
export function openEdit(task, stored, done) {
    const queue = currentQueue();
    const text = h('textarea', { class: 'input code-input', rows: '12', spellcheck: 'false', name: 'payload' });
    text.value = stored === null ? '' : stored.length > MAX_PRETTY ? stored : pretty(stored);
    const payload = field(t`Payload (JSON)`, text, t`Nothing else of the task changes.`);
    const check = checked(text, payload, false);
    formDialog({
        title: t`Edit and requeue ${taskName(task)}`,
        testid: 'edit-form',
        action: t`Requeue`,
        rows: [h('p', { class: 'muted' }, t`It becomes ready at once with this payload, and its attempts count from zero. This cannot be undone.`), payload.node],
        send: () => (check() ? requeueEdited(task, queue, text.value, done) : false),
    });
}

/** Asks for a task to add to a topic. */
export function openAddTask({ group, topic }, done) {
    const queue = currentQueue();
    const text = h('textarea', { class: 'input code-input', rows: '7', spellcheck: 'false', name: 'payload' });
    const payload = field(t`Payload (JSON)`, text, t`The argument of the callback. May be left empty.`);
    const delay = delayInput(0, 's');
    const idInput = h('input', { class: 'input', name: 'id', autocomplete: 'off' });
    const id = field(t`Id`, idInput, t`If left empty, one is generated. An id that exists is rejected.`);
    const lineInput = h('input', { class: 'input', name: 'description', autocomplete: 'off' });
    const line = field(t`Description`, lineInput, t`Shown in lists.`);

    const check = checked(text, payload, true);

    formDialog({
        title: t`Add a task to ${topicName({ group, topic })}`,
        testid: 'add-form',
        action: t`Add task`,
        rows: [payload.node, delay.node, id.node, line.node],
        async send() {
            delay.say(delay.value() === null ? t`Enter a number of at least 0.` : '');
            if (!check() || delay.value() === null) {
                return false;
            }
            const rest = JSON.stringify({
                delay: delay.value(),
                ifExists: 'FAIL',
                id: idInput.value.trim() || undefined,
                description: lineInput.value.trim() || undefined,
            });
            // The payload is sent as text, not converted to JavaScript's numbers.
            const body = text.value.trim() === '' ? rest : `{"payload":${text.value},${rest.slice(1)}`;
            const added = await post(path`groups/${group}/topics/${topic}/tasks`, body, { queue });
            toast(t`Added ${added.id}, due ${moment(added.dueAt)}`);
            done(taskLink(group, added.id));
        },
    });
}
