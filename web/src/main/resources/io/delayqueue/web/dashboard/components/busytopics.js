import { h, reconcile, setAttribute, setText } from '../dom.js';
import { count, joined, plural } from '../format.js';
import { t } from '../language.js';
import { topicLink } from '../router.js';

/** List of the topics that an instance consumes in a group, with their busy slots. */
export function busyTopics(group) {
    const topics = h('ul', { class: 'busy-list' });
    const none = h('p', { class: 'muted small' });
    return {
        node: h('div', {}, topics, none),
        update(instance) {
            const listed = instance.topics ?? [];
            reconcile(topics, listed, ({ topic }) => topic, () => busyLine(group));
            const hidden = (instance.topicCount ?? listed.length) - listed.length;
            setText(none, instance.gone ? '' : hidden > 0 ? t`and ${plural(hidden, 'more topic')}` : listed.length === 0 ? t`Consumes no topic of this group.` : '');
            none.hidden = none.textContent === '';
        },
    };
}

/** How many of some slots are busy, and how many tasks wait for one. */
export const busyWords = (running, slots, waiting, partial = false) =>
    joined([partial ? t`${count(running)} of ${count(slots)} or more` : t`${count(running)} of ${count(slots)}`, waiting && t`${count(waiting)} waiting`], t`, `);

function busyLine(group) {
    const name = h('a', { class: 'clip' });
    const bar = h('meter', { class: 'busy', min: '0' });
    const words = h('span', { class: 'num muted' });
    return {
        node: h('li', {}, name, bar, words),
        update({ topic, concurrency, running, waiting }) {
            setText(name, topic);
            name.title = topic;
            setAttribute(name, 'href', topicLink(group, topic));
            setAttribute(bar, 'max', Math.max(1, concurrency));
            setAttribute(bar, 'value', running);
            setAttribute(bar, 'aria-label', t`${running} of ${plural(concurrency, 'slot')} of ${topic} busy`);
            setText(words, busyWords(running, concurrency, waiting));
        },
    };
}
