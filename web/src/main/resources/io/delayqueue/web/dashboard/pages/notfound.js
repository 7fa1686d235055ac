import { emptyState } from '../components/messages.js';
import { h } from '../dom.js';
import { t } from '../language.js';
import { link } from '../router.js';

/** Page for unknown addresses. */
export function notFoundPage() {
    const node = h('div', { class: 'page', data: { testid: 'page-not-found' } },
        h('h1', {}, t`No such page`),
        emptyState({
            title: t`There is no such page`,
            text: t`The address may have been truncated when it was copied.`,
            children: [h('p', {}, h('a', { class: 'button', href: link([]) }, t`To the overview`))],
        }));
    return { node, title: t`No such page`, dispose: () => {} };
}
