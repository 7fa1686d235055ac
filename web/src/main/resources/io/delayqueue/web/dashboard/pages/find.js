import { get, path } from '../api.js';
import { button } from '../components/dialog.js';
import { emptyState, errorPanel } from '../components/messages.js';
import { stateBadge } from '../components/states.js';
import { fill, h } from '../dom.js';
import { count, plural } from '../format.js';
import { t, tNodes } from '../language.js';
import { taskLink, topicLink } from '../router.js';

/** Page of found tasks: those with the id in any group, and on request those of a topic whose ids begin with it. */
export function findPage(route) {
    const id = route.query.get('id') ?? '';
    const group = route.query.get('group');
    const topic = route.query.get('topic');
    const exact = results({
        testid: 'find-exact',
        title: t`In all groups`,
        none: t`No searched group has a task with the id “${id}”. Finished tasks are not kept.`,
        ask: (cursor) => get('search', { id, cursor }),
        words: groupsWords,
    });
    const inTopic = group && topic
        ? results({
              testid: 'find-prefix',
              title: tNodes`Ids that begin with “${id}”, in ${h('a', { href: topicLink(group, topic) }, `${group} / ${topic}`)}`,
              none: t`No searched task of ${topic} has an id that begins with “${id}”.`,
              ask: (cursor) => get(path`groups/${group}/topics/${topic}/search`, { prefix: id, cursor }),
              words: ({ tasks, more }) => (more ? t`Searched ${plural(tasks, 'task')} of this topic (there are more).` : t`Searched ${plural(tasks, 'task')} of this topic (all).`),
          })
        : null;
    const node = h('div', { class: 'page', data: { testid: 'page-find' } },
        h('div', { class: 'page-head' }, h('h1', {}, tNodes`Tasks with the id ${h('span', { class: 'mono wrap' }, id)}`)),
        exact.node,
        inTopic?.node ?? h('p', { class: 'muted' }, t`To find tasks by the beginning of their ids, open their topic first and search there.`));
    return {
        node,
        title: t`Find ${id}`,
        dispose() {
            exact.dispose();
            inTopic?.dispose();
        },
    };
}

function groupsWords({ groups, left, unreadable }) {
    const searched = plural(groups, 'group');
    const words = left > 0 ? t`Searched ${searched}; ${count(left)} left.` : unreadable.length > 0 ? t`Searched ${searched}.` : t`Searched ${searched} (all).`;
    return unreadable.length > 0 ? `${words} ${t`Redis refused the search in ${unreadable.join(t`, `)}.`}` : words;
}

/** List of results that grows with each answer, and says what has been searched. */
function results({ testid, title, none, ask, words }) {
    let disposed = false;
    const seen = { groups: 0, tasks: 0, left: 0, unreadable: [], more: false };
    const list = h('ul', { class: 'found' });
    const below = h('div', { class: 'found-more' });
    const node = h('section', { class: 'panel', data: { testid } }, h('div', { class: 'panel-head' }, h('h2', {}, title)), list, below);

    async function next(cursor) {
        fill(below, h('p', { class: 'muted', role: 'status' }, t`Searching…`));
        try {
            show(await ask(cursor));
        } catch (error) {
            if (!disposed) {
                fill(below, errorPanel(error, () => next(cursor)));
            }
        }
    }

    function show({ tasks, searchedGroups = 0, unsearchedGroups = 0, unreadableGroups = [], searchedTasks = 0, next: cursor }) {
        if (disposed) {
            return;
        }
        seen.groups += searchedGroups;
        seen.tasks += searchedTasks;
        seen.left = unsearchedGroups;
        seen.unreadable.push(...unreadableGroups);
        seen.more = cursor !== undefined;
        list.append(...tasks.map(foundTask));
        fill(below,
            list.childElementCount === 0 ? emptyState({ title: t`Nothing found`, text: none }) : null,
            h('p', { class: 'muted num', role: 'status', data: { testid: 'searched' } }, words(seen)),
            seen.more ? h('p', {}, button(t`Search further`, { testid: 'search-further', click: () => next(cursor) })) : null);
    }

    next();
    return { node, dispose: () => (disposed = true) };
}

const foundTask = ({ group, topic, id, state, description }) =>
    h('li', { data: { testid: 'found-task' } },
        stateBadge(state),
        h('span', { class: 'found-names' },
            h('a', { class: 'task-id wrap', href: taskLink(group, id) }, id),
            h('span', { class: 'muted task-line' }, `${group} / ${topic}${description ? ` · ${description}` : ''}`)));
