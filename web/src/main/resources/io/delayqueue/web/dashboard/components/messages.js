import { h } from '../dom.js';
import { t } from '../language.js';
import { icon } from './icons.js';

/** Message for missing data, with an explanation and the next step. */
export function emptyState({ title, text, testid, children = [], kind = 'info' }) {
    return h('div', { class: `empty empty-${kind}`, data: { testid: testid ?? 'empty' } },
        icon(kind === 'good' ? 'check' : kind === 'warning' ? 'warning' : 'info'),
        h('p', { class: 'empty-title' }, title),
        text ? h('p', { class: 'muted' }, text) : null,
        children);
}

/** Error with its title, its reason and an action. */
export function errorPanel(error, retry) {
    return h('div', { class: 'panel error-panel', role: 'alert', data: { testid: 'error' } },
        icon('warning'),
        h('div', {},
            h('p', { class: 'strong' }, error.title ?? t`This page has an error`),
            h('p', {}, error.detail || (error.title ? '' : error.message)),
            retry ? h('button', { type: 'button', class: 'button', on: { click: retry } }, t`Try again`) : null));
}

/** Warning with a list of remedies. */
export function warning(text, ...more) {
    return h('div', { class: 'note note-warning', data: { testid: 'warning' } }, icon('warning'), h('div', {}, h('p', {}, text), more));
}

export const note = (text) => h('p', { class: 'note', data: { testid: 'note' } }, icon('info'), h('span', {}, text));

export const codeBlock = (text) => h('pre', { class: 'code', tabindex: '0' }, h('code', {}, text));
