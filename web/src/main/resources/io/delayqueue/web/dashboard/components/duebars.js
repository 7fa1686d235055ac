import { h, setText } from '../dom.js';
import { compact, duration, plural } from '../format.js';
import { t } from '../language.js';

const UNKNOWN = [60_000, 3_600_000, 86_400_000, 604_800_000].map((windowMillis) => ({ windowMillis, tasks: null }));

/** Bars of the delayed tasks by the time until they fall due: each task is in one of them. */
export function dueBars() {
    const list = h('ul', { class: 'due-bars' });
    const node = h('section', { class: 'panel', 'aria-label': t`Falls due`, data: { testid: 'falls-due' } },
        h('h2', {}, t`Falls due`), list);
    let rows = [];

    function row() {
        const label = h('span', { class: 'due-label' });
        const value = h('span', { class: 'num strong due-count' });
        const bar = h('span', { class: 'due-fill' });
        return { label, bar, value, node: h('li', { class: 'due-row' }, label, value, h('span', { class: 'due-bar', 'aria-hidden': 'true' }, bar)) };
    }

    function update(due, delayed) {
        const windows = due?.length ? due : UNKNOWN;
        const ends = windows.map(({ windowMillis }) => duration(windowMillis));
        // A window contains the shorter ones. All delayed tasks may be older than the windows.
        const sums = [0, ...windows.map(({ tasks }) => tasks), windows[0].tasks === null ? null : delayed];
        const texts = [t`Within ${ends[0]}`, ...ends.slice(1).map((end, i) => t`${ends[i]} to ${end}`), t`After ${ends.at(-1)}`];
        const all = texts.map((text, i) => ({ text, tasks: sums[i + 1] === null ? null : Math.max(0, sums[i + 1] - sums[i]) }));
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
         * @param {?Array<{windowMillis: number, tasks: number}>} due the windows from now, the shortest first; unknown if there are none
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
