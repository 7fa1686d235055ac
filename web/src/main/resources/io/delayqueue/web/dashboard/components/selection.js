import { selected } from '../actions.js';
import { removeSelected, requeueSelected, runSelected } from '../each.js';
import { h, setText } from '../dom.js';
import { joined, plural } from '../format.js';
import { t } from '../language.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';
import { openReschedule } from './forms.js';

/** Actions on selected tasks by their state. */
const VERBS = {
    DELAYED: [
        { label: t`Run now`, testid: 'run-selected', act: runSelected },
        { label: t`Reschedule`, testid: 'reschedule-selected', act: openReschedule },
        { label: t`Remove`, testid: 'remove-selected', kind: 'quiet-danger', act: removeSelected },
    ],
    DEAD: [
        { label: t`Requeue`, testid: 'requeue-selected', act: (tasks, done) => selected('requeue', tasks, done) },
        { label: t`Purge`, testid: 'purge-selected', kind: 'quiet-danger', act: (tasks, done) => selected('purge', tasks, done) },
    ],
};
VERBS.READY = VERBS.DELAYED.slice(1);
VERBS.RETRYING = VERBS.DELAYED;
VERBS.FOUND = [VERBS.DELAYED[0], { label: t`Requeue`, testid: 'requeue-selected', act: requeueSelected }, ...VERBS.READY];

/** Selected tasks of the displayed page, or other rows with an id, and the actions on them. */
export function selection({ state, verbs = VERBS[state], words = state === 'DEAD' ? (n) => plural(n, 'dead letter') : (n) => plural(n, 'task'), keyOf = ({ id }) => id, onDone }) {
    const tasks = new Map();
    const boxes = new Map();
    const chosen = new Set();
    const said = h('span', { role: 'status', data: { testid: 'selected' } });
    const all = h('input', { type: 'checkbox', 'aria-label': t`Select all of this page`, data: { testid: 'select-page' }, on: { change: () => choose(boxes.keys(), all.checked) } });
    const buttons = verbs.map(({ label, testid, kind, act }) =>
        button(label, { kind: joined([kind, 'small'], ' button-'), testid, click: () => act([...chosen].map((id) => tasks.get(id)), done) }));
    const node = h('div', { class: 'selection actions', hidden: true }, h('label', { class: 'selection-all' }, all, said), buttons);

    function choose(ids, on) {
        [...ids].forEach((id) => (on ? chosen.add(id) : chosen.delete(id)));
        show();
    }

    function show() {
        boxes.forEach((box, id) => (box.checked = chosen.has(id)));
        all.checked = chosen.size > 0 && chosen.size === boxes.size;
        all.indeterminate = chosen.size > 0 && chosen.size < boxes.size;
        setText(said, chosen.size === 0 ? t`Select all` : t`${words(chosen.size)} selected`);
        buttons.forEach((one) => (one.hidden = chosen.size === 0));
        node.hidden = boxes.size === 0;
    }

    function done() {
        chosen.clear();
        show();
        onDone();
    }

    return {
        node,
        /** Returns the checkbox of a row, or null if the user may change nothing. */
        box() {
            if (!mayChange()) {
                return null;
            }
            let key = null;
            const input = h('input', { type: 'checkbox', data: { testid: 'select' }, on: { change: () => choose([key], input.checked) } });
            return {
                node: input,
                update(task) {
                    key = keyOf(task);
                    input.setAttribute('aria-label', t`Select ${task.id}`);
                    boxes.set(key, input);
                    tasks.set(key, task);
                },
            };
        },
        /** Forgets what is no longer displayed. */
        keep(ids) {
            const displayed = new Set(ids);
            [...boxes.keys()].filter((id) => !displayed.has(id)).forEach((id) => boxes.delete(id) && tasks.delete(id));
            [...chosen].filter((id) => !displayed.has(id)).forEach((id) => chosen.delete(id));
            show();
        },
    };
}
