import { mostOverdue, OVERDUE_MILLIS } from '../attention.js';
import { h, setAttribute, setText } from '../dom.js';
import { brief, compact, count, duration, rate, topicName } from '../format.js';
import { t } from '../language.js';
import { topicLink } from '../router.js';
import { icon } from './icons.js';
import { STATES } from './states.js';

const NOTES = { delayed: t`not due yet`, ready: t`due, waiting`, running: t`running`, dead: t`failed for good` };

/** Sums of all groups: depth by state, throughput, lateness, overdue tasks. */
export function tiles() {
    const made = new Map();

    function tile(key, label, kind, shape, small = h('span', { class: 'tile-note' })) {
        const value = h('span', { class: 'tile-value num' }, '–');
        const node = h('div', { class: ['tile', kind], data: { testid: `tile-${key}` } },
            h('span', { class: 'tile-label' }, shape ? icon(shape) : null, label), value, small);
        made.set(key, { node, value, small });
        return node;
    }

    const node = h('section', { class: 'tiles', 'aria-label': t`All groups` },
        STATES.map(({ name, label }) => tile(name, label, `state-${name}`, name)),
        tile('finished', t`Finished`, ''),
        tile('lateness', t`Lateness p99`, ''),
        tile('overdue', t`Longest overdue`, '', null, h('a', { class: 'tile-note clip', data: { testid: 'overdue-topic' } })));

    function set(key, text, small = '', title = '') {
        const { value, small: beneath } = made.get(key);
        setText(value, text);
        setAttribute(value, 'title', title || null);
        setText(beneath, small);
    }

    return {
        node,
        update(groups) {
            const sum = (of) => groups.reduce((total, group) => total + (of(group) ?? 0), 0);
            const counted = groups.filter(({ countedAt, complete }) => countedAt || complete);
            const all = groups.every(({ complete }) => complete !== false);
            const known = groups.filter(({ rates }) => rates);
            const late = groups.map(({ lateness }) => lateness).filter(Boolean);
            const latest = mostOverdue(groups);
            const overdue = latest?.overdueMillis ?? 0;
            const topic = latest && { group: latest.group, topic: latest.overdueTopic };
            STATES.forEach(({ member, name }) => {
                const total = sum((group) => group[member]);
                set(name, counted.length ? compact(total) : '–', all ? NOTES[name] : t`counted so far`, counted.length ? count(total) : '');
            });
            set('finished', known.length ? rate(sum(({ rates }) => rates?.finished)) : '–',
                known.length ? t`${rate(sum(({ rates }) => rates?.added))} added` : t`no samples yet`);
            set('lateness', late.length ? brief(Math.max(...late.map(({ p99Millis }) => p99Millis ?? 0))) : '–',
                late.length ? `p50 ${duration(Math.max(...late.map(({ p50Millis }) => p50Millis ?? 0)))}` : t`no recent attempts`);
            set('overdue', overdue > 0 ? brief(overdue) : counted.length ? t`None` : '–', latest ? topicName(topic) : all ? t`all on time` : t`counted so far`);
            setAttribute(made.get('overdue').small, 'href', latest && topicLink(topic.group, topic.topic, { state: 'READY' }));
            setAttribute(made.get('overdue').small, 'title', latest && topicName(topic));
            made.get('overdue').node.classList.toggle('is-overdue', overdue >= OVERDUE_MILLIS);
            made.get('dead').node.classList.toggle('is-zero', counted.length > 0 && sum(({ dead }) => dead) === 0);
        },
    };
}

export { OVERDUE_MILLIS };
