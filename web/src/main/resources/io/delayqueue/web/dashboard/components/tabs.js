import { h, setAttribute, setText } from '../dom.js';

/**
 * Tabs by the ARIA pattern: one tab stop, with arrows, Home and End between the tabs; a focused tab is selected.
 *
 * @param {{label: string, tabs: Array<{key: string, label: string, icon: Node, name: string}>, onSelect: function(string): void}} options
 * @returns {{node: HTMLElement, panel: HTMLElement, select: function(string): void, counts: function(Object<string, string>): void}}
 */
export function tabList({ label, tabs, onSelect }) {
    const panel = h('div', { id: 'tab-panel', class: 'tab-panel', role: 'tabpanel', tabindex: '0' });
    const buttons = new Map(
        tabs.map(({ key, label: text, icon, name }) => {
            const number = h('span', { class: 'tab-count num', data: { testid: `count-${name}` } }, '–');
            const button = h('button', {
                type: 'button',
                role: 'tab',
                id: `tab-${name}`,
                class: `tab state-${name}`,
                'aria-controls': 'tab-panel',
                data: { testid: `tab-${name}` },
                on: { click: () => onSelect(key) },
            }, icon, h('span', {}, text), number);
            return [key, { button, number }];
        }));
    const keys = [...buttons.keys()];
    const node = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, on: { keydown } }, [...buttons.values()].map(({ button }) => button));

    function keydown(event) {
        const at = keys.findIndex((key) => buttons.get(key).button === document.activeElement);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 }[event.key];
        if (at >= 0 && to !== undefined) {
            event.preventDefault();
            const key = keys[(to + keys.length) % keys.length];
            buttons.get(key).button.focus();
            onSelect(key);
        }
    }

    return {
        node,
        panel,
        select(selected) {
            buttons.forEach(({ button }, key) => {
                setAttribute(button, 'aria-selected', key === selected ? 'true' : 'false');
                setAttribute(button, 'tabindex', key === selected ? '0' : '-1');
            });
            setAttribute(panel, 'aria-labelledby', buttons.get(selected).button.id);
        },
        counts(words) {
            Object.entries(words).forEach(([key, text]) => setText(buttons.get(key).number, text));
        },
    };
}
