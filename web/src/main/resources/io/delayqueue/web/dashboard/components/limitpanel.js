import { attempt } from '../actions.js';
import { get, path } from '../api.js';
import { fill, h, setText } from '../dom.js';
import { count, moment } from '../format.js';
import { t } from '../language.js';
import { endHold, openHoldLimit, openSetLimit, resetLimit, valueWords } from '../limits.js';
import { mayChange } from '../session.js';
import { button } from './dialog.js';
import { dataTable } from './table.js';

/** Time between two readings, and that of a topic without limits. */
const REFRESH_MILLIS = 5_000;
const RARE_MILLIS = 60_000;

const COLUMNS = [
    { key: 'limit', label: t`Limit`, class: 'col-main' },
    { key: 'values', label: t`Allowed`, class: 'col-text' },
    { key: 'now', label: t`Now`, class: 'col-text' },
    { key: 'actions', label: t`Actions`, hidden: true, class: 'col-actions' },
];

/** Limits of a topic; hidden if there is none. */
export function limitPanel(group, topic) {
    let limits = [];
    let counts = {};
    let readAt = 0;
    const table = dataTable({ caption: t`Limits`, columns: COLUMNS, testid: 'limits', keyOf: ({ limit }) => limit.name, createRow: () => limitRow(topic, refresh) });
    const node = h('section', { class: 'panel', 'aria-label': t`Limits`, hidden: true }, h('h2', {}, t`Limits`), table.node);

    async function read() {
        readAt = Date.now();
        const answer = await get(path`groups/${group}/limits`);
        show(answer.limits.filter(({ topics }) => topics.includes(topic)));
    }

    /** The numbers of a limit of this topic alone are those of the topic: the page shows one set of numbers. */
    function show(next) {
        limits = next.map((info) => (info.topics.length > 1 || counts.ready === undefined ? info : { ...info, running: counts.reserved, waiting: counts.ready }));
        node.hidden = limits.length === 0;
        table.update(limits);
    }

    async function refresh() {
        try {
            await read();
        } catch {
            // The page shows that other calls fail.
        }
    }

    return {
        node,
        /** Asks for the values of the topic's own limit, beginning with those it has now: someone else may have set it meanwhile. */
        async setOwn() {
            // Meanwhile another page or dialog may have opened.
            if ((await attempt(read)) && node.isConnected && !document.querySelector('dialog[open]')) {
                openSetLimit(limits.find(({ limit }) => limit.name === topic)?.limit ?? { group, name: topic }, refresh);
            }
        },
        /** Shows the limits of a sample, or reads them now and then if it has none; returns them. */
        update(topicCounts, sampled) {
            counts = topicCounts;
            if (sampled) {
                readAt = Date.now();
            } else if (Date.now() - readAt >= (limits.length > 0 ? REFRESH_MILLIS : RARE_MILLIS)) {
                refresh();
            }
            show(sampled ?? limits);
            return limits;
        },
    };
}

function limitRow(topic, done) {
    const name = h('span', { class: 'strong' });
    const others = h('div', { class: 'muted small wrap' });
    const values = h('span', { data: { testid: 'limit-values' } });
    const declared = h('div', { class: 'muted small' });
    const now = h('span', { class: 'num', data: { testid: 'limit-now' } });
    const hold = h('div', { class: 'overdue-text' });
    const actions = h('div', { class: 'actions' });
    let current = null;
    let shown = '';
    const choice = (label, testid, click) => button(label, { kind: 'small', testid, 'aria-label': `${label} ${current.limit.name}`, click });

    function choices(held, changed) {
        return [
            choice(t`Set`, 'set-limit', () => openSetLimit(current.limit, done)),
            held ? choice(t`End hold`, 'end-hold', () => endHold(current.limit, done)) : choice(t`Hold`, 'hold-limit', () => openHoldLimit(current.limit, done)),
            changed ? choice(current.declared ? t`Reset` : t`Remove`, 'reset-limit', () => resetLimit(current.limit, current.declared, done)) : null,
        ];
    }

    return {
        cells: [[name, others], [values, declared], [now, hold], actions],
        props: { data: { testid: 'limit-row' } },
        update(info) {
            current = info;
            const { limit, topics, running, waiting, heldUntil, nextToken } = info;
            const rest = topics.filter((other) => other !== topic);
            const changed = JSON.stringify(limit) !== JSON.stringify(info.declared);
            setText(name, limit.name);
            setText(others, rest.length > 0 ? t`also ${rest.join(t`, `)}` : '');
            setText(values, valueWords(limit));
            setText(declared, !changed ? '' : info.declared ? t`the code declares ${valueWords(info.declared)}` : t`set here, not declared in code`);
            setText(now, limit.concurrency
                ? t`${count(running)} of ${count(limit.concurrency)} running, ${count(waiting)} waiting`
                : t`${count(running)} running, ${count(waiting)} waiting`);
            setText(hold, heldUntil ? t`held until ${moment(heldUntil)}` : nextToken && waiting > 0 ? t`next at ${moment(nextToken)}` : '');
            const next = `${Boolean(heldUntil)} ${changed} ${Boolean(info.declared)} ${mayChange()}`;
            if (next !== shown) {
                shown = next;
                fill(actions, mayChange() ? choices(Boolean(heldUntil), changed) : null);
            }
        },
    };
}
