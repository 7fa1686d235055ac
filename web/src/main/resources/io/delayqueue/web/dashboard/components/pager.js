import { h, setText } from '../dom.js';
import { t } from '../language.js';
import { icon } from './icons.js';

/** Buttons for the previous and next page, with the current position. */
export function pager({ label, onPrevious, onNext }) {
    const where = h('span', { class: 'num muted', data: { testid: 'page-words' } });
    const previous = h('button', { type: 'button', class: 'button button-small', data: { testid: 'page-previous' }, on: { click: onPrevious } }, icon('previous'), t`Previous`);
    const next = h('button', { type: 'button', class: 'button button-small', data: { testid: 'page-next' }, on: { click: onNext } }, t`Next`, icon('next'));
    const node = h('nav', { class: 'pager', 'aria-label': label }, where, h('span', { class: 'pager-buttons' }, previous, next));
    return {
        node,
        update({ words, first, last }) {
            setText(where, words);
            previous.disabled = first;
            next.disabled = last;
            node.hidden = first && last && words === '';
        },
    };
}
