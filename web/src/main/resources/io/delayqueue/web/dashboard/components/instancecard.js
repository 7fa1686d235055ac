import { h, reconcile, setAttribute, setText } from '../dom.js';
import { count, plural } from '../format.js';
import { topicLink } from '../router.js';
import { agoWords, sinceWords, tickingTime } from '../time.js';
import { icon } from './icons.js';

/** Card of an instance with its work for a group. */
export function instanceCard(group) {
    const name = h('p', { class: 'card-title mono wrap' });
    const where = h('p', { class: 'muted small wrap' });
    const pushing = h('span', { class: 'badge is-good' }, icon('check'), 'Pushes');
    const gone = h('span', { class: 'badge' }, 'Gone');
    const seen = tickingTime(agoWords, { data: { testid: 'seen' } });
    const up = tickingTime(sinceWords);
    const upRow = h('div', {}, h('dt', {}, 'Up for'), h('dd', {}, up.node));
    const topics = h('ul', { class: 'busy-list' });
    const none = h('p', { class: 'muted small' });
    const node = h('li', { class: 'card', data: { testid: 'instance-card' } },
        h('div', { class: 'card-head' }, name, h('span', { class: 'badges' }, pushing, gone)), where,
        h('dl', { class: 'facts-line' }, h('div', {}, h('dt', {}, 'Last seen'), h('dd', {}, seen.node)), upRow),
        topics, none);
    return {
        node,
        update(instance) {
            setText(name, instance.instance);
            setText(where, [instance.host, instance.pid && `process ${instance.pid}`].filter(Boolean).join(', '));
            pushing.hidden = !instance.pushing || instance.gone;
            gone.hidden = !instance.gone;
            node.classList.toggle('is-gone', Boolean(instance.gone));
            seen.set(instance.seenAt);
            up.set(instance.startedAt);
            upRow.hidden = Boolean(instance.gone);
            reconcile(topics, instance.topics ?? [], ({ topic }) => topic, () => busyLine(group));
            const shown = (instance.topics ?? []).length;
            const hidden = (instance.topicCount ?? shown) - shown;
            setText(none, instance.gone ? '' : shown === 0 && hidden <= 0 ? 'Consumes no topic of this group.' : hidden > 0 ? `and ${plural(hidden, 'more topic')}` : '');
            none.hidden = none.textContent === '';
        },
    };
}

/** Topic with its number of busy slots. */
function busyLine(group) {
    const name = h('a', { class: 'clip' });
    const bar = h('meter', { class: 'busy', min: '0' });
    const words = h('span', { class: 'num muted' });
    return {
        node: h('li', {}, name, bar, words),
        update({ topic, concurrency, running, waiting }) {
            setText(name, topic);
            setAttribute(name, 'href', topicLink(group, topic));
            setAttribute(bar, 'max', Math.max(1, concurrency));
            setAttribute(bar, 'value', running);
            setAttribute(bar, 'aria-label', `${running} of ${concurrency} places of ${topic} busy`);
            setText(words, `${count(running)}/${count(concurrency)}${waiting ? ` +${count(waiting)}` : ''}`);
        },
    };
}
