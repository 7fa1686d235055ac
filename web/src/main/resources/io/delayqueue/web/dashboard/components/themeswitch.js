import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { icon } from './icons.js';

const KEY = 'delayqueue.theme';
const THEMES = [
    { theme: 'system', label: t`Colours of the system` },
    { theme: 'light', label: t`Light colours` },
    { theme: 'dark', label: t`Dark colours` },
];
const ICONS = { system: 'system', light: 'sun', dark: 'moon' };

/** Button that switches between the system's colours, light and dark, and stores the choice. */
export function themeSwitch() {
    const button = h('button', { type: 'button', class: 'icon-button', data: { testid: 'theme' }, on: { click: next } });
    const current = () => document.documentElement.dataset.theme ?? 'system';

    function show() {
        const { theme, label } = THEMES.find((entry) => entry.theme === current()) ?? THEMES[0];
        button.setAttribute('aria-label', t`${label}: change`);
        button.title = label;
        fill(button, icon(ICONS[theme]));
    }

    function next() {
        const at = THEMES.findIndex(({ theme }) => theme === current());
        const { theme } = THEMES[(at + 1) % THEMES.length];
        if (theme === 'system') {
            delete document.documentElement.dataset.theme;
        } else {
            document.documentElement.dataset.theme = theme;
        }
        try {
            localStorage.setItem(KEY, theme);
        } catch {
            // Storage is denied: kept until the page is left.
        }
        show();
        window.dispatchEvent(new Event('delayqueue:theme'));
    }

    show();
    return button;
}
