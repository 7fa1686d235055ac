import { h, reconcile, setAttribute, setText } from '../dom.js';
import { count, plural } from '../format.js';
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
            setText(none, instance.gone ? '' : hidden > 0 ? `and ${plural(hidden, 'more topic')}` : listed.length === 0 ? 'Consumes no topic of this group.' : '');
            none.hidden = none.textContent === '';
        },
    };
}

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
            setAttribute(bar, 'aria-label', `${running} of ${plural(concurrency, 'slot')} of ${topic} busy`);
            setText(words, `${count(running)} of ${count(concurrency)}${waiting ? `, ${count(waiting)} waiting` : ''}`);
        },
    };
}
