import { h } from '../dom.js';
import { t } from '../language.js';
import { currentRoute, link } from '../router.js';
import { icon } from './icons.js';

/** That of a tag, which is longer than an id. */
const MAX_LENGTH = 193;

/** Search field of the header. On the page of a topic it searches the topic's ids by their beginning too. */
export function findField() {
    const field = h('input', {
        type: 'search', class: 'input', name: 'find', maxlength: MAX_LENGTH, required: true, autocomplete: 'off', spellcheck: 'false',
        placeholder: t`Find a task by its id or a tag`, 'aria-label': t`Find a task by its id or a tag`, 'aria-keyshortcuts': '/', data: { testid: 'find' },
    });
    document.addEventListener('keydown', (event) => {
        if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
            event.preventDefault();
            field.focus();
            field.select();
        }
    });
    return h('form', {
        class: 'find', role: 'search',
        on: {
            submit: (event) => {
                event.preventDefault();
                const id = field.value.trim();
                if (id !== '') {
                    window.location.hash = link(['find'], { id, ...topicOf(currentRoute()) });
                }
            },
        },
    }, h('span', { class: 'search' }, icon('search'), field, h('kbd', { class: 'key', 'aria-hidden': 'true' }, '/')));
}

/** Topic of the page, or of the search that it shows. */
function topicOf({ segments: [kind, group, topic], query }) {
    return kind === 'topics' ? { group, topic } : kind === 'find' ? { group: query.get('group'), topic: query.get('topic') } : {};
}

const isTyping = (node) => node.closest?.('input, textarea, select, dialog, [contenteditable]') !== null;
