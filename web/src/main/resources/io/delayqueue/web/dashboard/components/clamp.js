import { h, setAttribute, setText } from '../dom.js';
import { t } from '../language.js';

/** Measures texts again when their width changes or they become visible. */
const measures = new WeakMap();
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => measures.get(target)?.()));

/**
 * Text of at most two lines, the rest of which is opened on demand.
 *
 * @param {Object<string, *>} [props] attributes of the text
 * @returns {{node: HTMLElement, set: function(string): void}}
 */
export function clampedText(props = {}) {
    const text = h('p', { ...props, class: `clamp wrap ${props.class ?? ''}` });
    const more = h('button', { type: 'button', class: 'link-button', hidden: true, data: { testid: 'show-more' }, on: { click: () => open(!text.classList.contains('is-open')) } });
    const node = h('div', { hidden: true }, text, more);

    function open(opened) {
        text.classList.toggle('is-open', opened);
        setAttribute(more, 'aria-expanded', String(opened));
        setText(more, opened ? t`Show less` : t`Show more`);
    }

    function measure() {
        if (!text.classList.contains('is-open')) {
            more.hidden = text.scrollHeight <= text.clientHeight + 1;
        }
    }

    open(false);
    measures.set(text, measure);
    sizes.observe(text);
    return {
        node,
        set(words) {
            const value = String(words ?? '');
            if (text.textContent !== value) {
                setText(text, value);
                node.hidden = value === '';
                measure();
            }
        },
    };
}
