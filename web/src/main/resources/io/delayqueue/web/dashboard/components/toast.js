import { h } from '../dom.js';
import { joined } from '../format.js';
import { t } from '../language.js';
import { icon } from './icons.js';

const SHOWN_MILLIS = 8_000;

/**
 * Notification of an action, with an undo button if it can be undone.
 *
 * @param {string} text
 * @param {{undo?: function(): void, error?: boolean, millis?: number, atMost?: number, onGone?: function(): void}} [options]
 *     `onGone` is called at the end without an undo; `atMost` ms is its maximum time, even with the focus on it
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
        undo ? h('button', { type: 'button', class: 'button button-small', data: { testid: 'undo' }, on: { click: takeBack } }, t`Undo`) : null,
        h('button', { type: 'button', class: 'icon-button', 'aria-label': t`Dismiss`, on: { click: end } }, icon('dead')),
        bar);

    function end() {
        clearTimeout(timer);
        if (undo && Date.now() < endsBy && document.querySelector('dialog[open]')) {
            // Its button is not reachable behind a dialog.
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

    /** The time stops while the notification has the pointer or the focus. */
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
    toast(joined([error.title ?? t`This page has an error`, error.detail || (error.title ? '' : error.message)], t`: `), {
        error: true,
        millis: 15_000,
    });
