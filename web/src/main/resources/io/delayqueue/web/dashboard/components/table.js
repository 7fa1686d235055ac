import { h, reconcile, setAttribute } from '../dom.js';
import { icon } from './icons.js';

/**
 * Table that keeps its rows while their data changes, and becomes a list of cards on narrow screens. The roles are explicit
 * because the layout of cards removes the implicit ones.
 *
 * @param {{caption: string, columns: Array<{key: string, label: string, class?: string, sort?: boolean, hidden?: boolean}>,
 *     keyOf: function(object): string, createRow: function(object): {cells: Array<Node|Array>, update: function(object): void,
 *     props?: object}, onSort?: function(string): void, testid: string}} options
 */
export function dataTable({ caption, columns, keyOf, createRow, onSort, testid }) {
    const heads = columns.map((column) => head(column, onSort));
    const body = h('tbody', { role: 'rowgroup' });
    const node = h('div', { class: 'table-box' },
        h('table', { class: 'table', role: 'table', data: { testid } },
            h('caption', { class: 'sr-only' }, caption),
            h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, heads)),
            body));

    function create(item) {
        const row = createRow(item);
        const cells = row.cells.map((cell, i) =>
            h('td', { role: 'cell', class: columns[i].class, data: { label: columns[i].label } }, cell));
        return { node: h('tr', { role: 'row', ...row.props }, cells), update: row.update };
    }

    return {
        node,
        update(items) {
            reconcile(body, items, keyOf, create);
        },
        sorted(key, descending) {
            columns.forEach((column, i) => {
                if (column.sort) {
                    setAttribute(heads[i], 'aria-sort', column.key === key ? (descending ? 'descending' : 'ascending') : 'none');
                }
            });
        },
    };
}

function head({ key, label, class: kind, sort, hidden }, onSort) {
    const text = hidden ? h('span', { class: 'sr-only' }, label) : label;
    return h('th', { role: 'columnheader', scope: 'col', class: kind },
        sort
            ? h('button', { type: 'button', class: 'sort', data: { testid: `sort-${key}` }, on: { click: () => onSort(key) } }, text, icon('up'))
            : text);
}
