import { emptyState } from '../components/messages.js';
import { h } from '../dom.js';
import { link } from '../router.js';

/** Page for unknown addresses. */
export function notFoundPage() {
    const node = h('div', { class: 'page', data: { testid: 'page-not-found' } },
        h('h1', {}, 'No such page'),
        emptyState({
            title: 'There is no such page',
            text: 'The address may have been truncated when it was copied.',
            children: [h('p', {}, h('a', { class: 'button', href: link([]) }, 'To the overview'))],
        }));
    return { node, title: 'No such page', dispose: () => {} };
}
