import { h, setText } from '../dom.js';
import { compact, duration, plural } from '../format.js';

const NAMES = { 60_000: 'minute', 3_600_000: 'hour', 86_400_000: 'day', 604_800_000: 'week' };

const UNKNOWN = Object.keys(NAMES).map((windowMillis) => ({ windowMillis, tasks: null }));

/** Bars of the delayed tasks that fall due within windows from now; a longer window contains the shorter ones. */
export function dueBars() {
    const list = h('ul', { class: 'due-bars' });
    const node = h('section', { class: 'panel', 'aria-label': 'Falls due', data: { testid: 'falls-due' } },
        h('h2', {}, 'Falls due'), list);
    let rows = [];

    function row() {
        const label = h('span', { class: 'due-label' });
        const value = h('span', { class: 'num strong due-count' });
        const bar = h('span', { class: 'due-fill' });
        return { label, bar, value, node: h('li', { class: 'due-row' }, label, value, h('span', { class: 'due-bar', 'aria-hidden': 'true' }, bar)) };
    }

    function update(due, delayed) {
        const windows = due?.length ? due : UNKNOWN;
        const last = windows[windows.length - 1].tasks;
        const all = [
            ...windows.map(({ windowMillis, tasks }) => ({ text: `Next ${NAMES[windowMillis] ?? duration(windowMillis)}`, tasks })),
            { text: 'Later', tasks: last === null ? null : Math.max(0, delayed - last) },
        ];
        if (rows.length !== all.length) {
            rows = all.map(row);
            list.replaceChildren(...rows.map((each) => each.node));
        }
        const most = Math.max(1, ...all.map(({ tasks }) => tasks));
        all.forEach(({ text, tasks }, i) => {
            const { label, bar, value } = rows[i];
            setText(label, text);
            setText(value, tasks === null ? '–' : compact(tasks));
            value.title = tasks === null ? '' : plural(tasks, 'task');
            // Set by script, because the content security policy forbids style attributes.
            bar.style.width = tasks ? `max(3px, ${((100 * tasks) / most).toFixed(2)}%)` : '0';
        });
    }

    update(null, 0);
    return {
        node,
        /**
         * @param {?Array<{windowMillis: number, tasks: number}>} due the windows, the shortest first; unknown if there are none
         * @param {number} delayed all delayed tasks
         */
        update,
    };
}

/** Sums of the windows of groups that are counted; null if none is. */
export function sumOfDue(groups) {
    const known = groups.map(({ due }) => due).filter((due) => due?.length);
    return known.length === 0
        ? null
        : known[0].map(({ windowMillis }, i) => ({ windowMillis, tasks: known.reduce((sum, due) => sum + due[i].tasks, 0) }));
}
