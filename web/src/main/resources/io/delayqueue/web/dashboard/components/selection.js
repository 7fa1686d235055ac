import { selected } from '../actions.js';
import { h, setText } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';

/** Selected dead letters of the displayed page, and the actions on them. */
export function selection({ group, topic, onDone }) {
    const boxes = new Map();
    const chosen = new Set();
    const words = h('span', { role: 'status', data: { testid: 'selected' } });
    const all = h('input', { type: 'checkbox', 'aria-label': t`Select all of this page`, data: { testid: 'select-page' }, on: { change: () => choose(boxes.keys(), all.checked) } });
    const requeue = button(t`Requeue`, { kind: 'small', testid: 'requeue-selected', click: () => act('requeue') });
    const purge = button(t`Purge`, { kind: 'quiet-danger button-small', testid: 'purge-selected', click: () => act('purge') });
    const node = h('div', { class: 'selection actions', hidden: true }, h('label', { class: 'selection-all' }, all, words), requeue, purge);

    function choose(ids, on) {
        [...ids].forEach((id) => (on ? chosen.add(id) : chosen.delete(id)));
        show();
    }

    function show() {
        boxes.forEach((box, id) => (box.checked = chosen.has(id)));
        all.checked = chosen.size > 0 && chosen.size === boxes.size;
        all.indeterminate = chosen.size > 0 && chosen.size < boxes.size;
        setText(words, chosen.size === 0 ? t`Select all` : t`${plural(chosen.size, 'dead letter')} selected`);
        requeue.hidden = chosen.size === 0;
        purge.hidden = chosen.size === 0;
        node.hidden = boxes.size === 0;
    }

    async function act(verb) {
        const ids = [...chosen];
        if (await selected(verb, { group, topic }, ids, onDone)) {
            choose(ids, false);
        }
    }

    return {
        node,
        /** Returns the checkbox of a row, or null if the user may change nothing. */
        box() {
            if (!mayChange()) {
                return null;
            }
            let id = null;
            const input = h('input', { type: 'checkbox', data: { testid: 'select' }, on: { change: () => choose([id], input.checked) } });
            return {
                node: input,
                update(task) {
                    id = task.id;
                    input.setAttribute('aria-label', t`Select ${id}`);
                    boxes.set(id, input);
                },
            };
        },
        /** Forgets what is no longer displayed. */
        keep(ids) {
            const displayed = new Set(ids);
            [...boxes.keys()].filter((id) => !displayed.has(id)).forEach((id) => boxes.delete(id));
            [...chosen].filter((id) => !displayed.has(id)).forEach((id) => chosen.delete(id));
            show();
        },
    };
}
