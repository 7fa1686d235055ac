import { get } from '../api.js';
import { bulkTagged } from '../actions.js';
import { fill, h } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';
import { mayChange } from '../session.js';
import { button, furtherButton } from './dialog.js';
import { emptyState, errorPanel } from './messages.js';
import { selection } from './selection.js';
import { dataTable } from './table.js';
import { COLUMNS, taskRow } from './taskrows.js';

const LIMIT = 50;

const keyOf = ({ group, id }) => `${group}/${id}`;

/** Tasks of all groups that have a tag, with actions on selected ones and on all. The list grows on demand. */
export function taggedList(tag) {
    let tasks = [];
    let call = 0;
    const choice = selection({ state: 'FOUND', keyOf, onDone: reload });
    const table = dataTable({ caption: t`Tasks with the tag ${tag}`, columns: COLUMNS.FOUND, testid: 'tasks-found', keyOf, createRow: () => taskRow('FOUND', reload, null, choice.box()) });
    const bulk = h('div', { class: 'actions' });
    const below = h('div', { class: 'found-more' });
    const node = h('section', { class: 'panel', data: { testid: 'find-tag' } },
        h('div', { class: 'panel-head' }, h('h2', {}, t`In all groups`), bulk), choice.node, table.node, below);
    table.node.hidden = true;

    function reload() {
        load(undefined);
    }

    async function load(cursor) {
        const number = ++call;
        fill(below, h('p', { class: 'muted', role: 'status' }, t`Searching…`));
        try {
            const page = await get('tasks', { tag, cursor, limit: LIMIT });
            if (number === call) {
                tasks = cursor === undefined ? page.tasks : [...tasks, ...page.tasks];
                show(page.cursor);
            }
        } catch (error) {
            if (number === call) {
                fill(below, errorPanel(error, () => load(cursor)));
            }
        }
    }

    function show(cursor) {
        table.update(tasks);
        choice.keep(tasks.map(keyOf));
        table.node.hidden = tasks.length === 0;
        fill(bulk, tasks.length > 0 && mayChange()
            ? [
                  button(t`Requeue all dead letters`, { kind: 'small', testid: 'requeue-tagged', click: () => bulkTagged('requeue', tag, reload) }),
                  button(t`Remove all`, { kind: 'quiet-danger button-small', testid: 'remove-tagged', click: () => bulkTagged('remove', tag, reload) }),
              ]
            : []);
        const found = plural(tasks.length, 'task');
        const pick = mayChange() && tasks.length > 0 ? h('p', { class: 'muted' }, t`To reschedule tasks, select them. The API reschedules all tasks with a tag.`) : null;
        fill(below,
            tasks.length === 0 && !cursor ? emptyState({ title: t`Nothing found`, text: t`No task of a registered group has the tag “${tag}”. Tasks that have ended are below, if their topics keep a history.` }) : null,
            h('p', { class: 'muted num', role: 'status', data: { testid: 'searched' } }, cursor ? t`Found ${found} so far.` : t`Found ${found} (all).`),
            pick,
            cursor ? h('p', {}, furtherButton(() => load(cursor))) : null);
    }

    load(undefined);
    return { node, dispose: () => call++ };
}
