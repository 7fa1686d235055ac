import { h } from '../dom.js';
import { icon } from './icons.js';

const SHOWN_MILLIS = 8_000;

/**
 * A word about what was done, with a way back where there is one.
 *
 * @param {string} text
 * @param {{undo?: function(): void, error?: boolean, millis?: number, atMost?: number, onGone?: function(): void}} [options]
 *     `onGone` when its time is over and nobody has undone it; `atMost` ms, however long somebody stays on it
 * @returns {{dismiss: function(): void}}
 */
export function toast(text, { undo, error = false, millis = SHOWN_MILLIS, atMost = Infinity, onGone } = {}) {
    const endsBy = Date.now() + atMost;
    let left = millis;
    let startedAt = 0;
    let timer = 0;
    const bar = h('span', { class: 'toast-bar' });
    const node = h('div', { class: ['toast', error && 'toast-error'], role: error ? 'alert' : null, data: { testid: 'toast' } },
        icon(error ? 'warning' : 'check'),
        h('span', { class: 'toast-text' }, text),
        undo ? h('button', { type: 'button', class: 'button button-small', data: { testid: 'undo' }, on: { click: takeBack } }, 'Undo') : null,
        h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Dismiss', on: { click: end } }, icon('dead')),
        bar);

    function end() {
        clearTimeout(timer);
        if (undo && Date.now() < endsBy && document.querySelector('dialog[open]')) {
            // Behind a dialog its button cannot be reached.
            timer = setTimeout(end, Math.min(1_000, endsBy - Date.now()));
            return;
        }
        if (node.isConnected) {
            node.remove();
            onGone?.();
        }
    }

    function takeBack() {
        clearTimeout(timer);
        node.remove();
        undo();
    }

    function run() {
        startedAt = Date.now();
        timer = setTimeout(end, Math.min(left, endsBy - Date.now()));
        node.classList.remove('toast-held');
    }

    /** Nobody is hurried who is reading it or on the way to its button. */
    function hold() {
        clearTimeout(timer);
        left = Math.max(1_000, left - (Date.now() - startedAt));
        if (atMost !== Infinity) {
            timer = setTimeout(end, endsBy - Date.now());
        }
        node.classList.add('toast-held');
    }

    node.addEventListener('mouseenter', hold);
    node.addEventListener('mouseleave', run);
    node.addEventListener('focusin', hold);
    node.addEventListener('focusout', run);
    bar.style.animationDuration = `${millis}ms`;
    document.getElementById('toasts').append(node);
    run();
    return { dismiss: () => (clearTimeout(timer), node.remove()) };
}

export const errorToast = (error) =>
    toast([error.title ?? 'Something in this page broke', error.detail || (error.title ? '' : error.message)].filter(Boolean).join(': '), {
        error: true,
        millis: 15_000,
    });
