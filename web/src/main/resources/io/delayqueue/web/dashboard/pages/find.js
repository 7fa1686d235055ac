import { get, path } from '../api.js';
import { furtherButton } from '../components/dialog.js';
import { emptyState, errorPanel } from '../components/messages.js';
import { labelWords, outcomeBadge, readRecords, recordLink, resultWords } from '../components/records.js';
import { stateBadge } from '../components/states.js';
import { taggedList } from '../components/taggedlist.js';
import { fill, h } from '../dom.js';
import { count, joined, moment, plural } from '../format.js';
import { t, tNodes } from '../language.js';
import { taskLink, topicLink } from '../router.js';

/** Page of found tasks: those with the id in any group, and on request those of a topic whose ids begin with it. */
export function findPage(route) {
    const id = route.query.get('id') ?? '';
    const group = route.query.get('group');
    const topic = route.query.get('topic');
    const isTag = TAG.test(id);
    const exact = isTag ? taggedList(id) : results({
        testid: 'find-exact',
        title: t`In all groups`,
        none: t`No searched group has a task with the id “${id}”. Tasks that have ended are below, if their topics keep a history.`,
        ask: (cursor) => get('search', { id, cursor }),
        words: groupsWords,
    });
    const history = results({
        testid: 'find-history',
        title: t`Tasks that have ended, in all histories`,
        none: t`No searched history has a record with “${id}”.`,
        ask: (cursor) => readRecords('search/history', { [isTag ? 'tag' : 'id']: id, cursor }),
        words: historyWords,
    });
    const inTopic = group && topic && !isTag
        ? results({
              testid: 'find-prefix',
              title: tNodes`Ids that begin with “${id}”, in ${h('a', { href: topicLink(group, topic) }, `${group} / ${topic}`)}`,
              none: t`No searched task of ${topic} has an id that begins with “${id}”.`,
              ask: (cursor) => get(path`groups/${group}/topics/${topic}/search`, { prefix: id, cursor }),
              words: ({ tasks, more }) => (more ? t`Searched ${plural(tasks, 'task')} of this topic (there are more).` : t`Searched ${plural(tasks, 'task')} of this topic (all).`),
          })
        : null;
    const name = h('span', { class: 'mono wrap' }, id);
    const node = h('div', { class: 'page', data: { testid: 'page-find' } },
        h('div', { class: 'page-head' }, h('h1', {}, isTag ? tNodes`Tasks with the tag ${name}` : tNodes`Tasks with the id ${name}`)),
        exact.node,
        history.node,
        inTopic?.node ?? (isTag ? null : h('p', { class: 'muted' }, t`To find tasks by the beginning of their ids, open their topic first and search there.`)));
    return {
        node,
        title: t`Find ${id}`,
        dispose() {
            exact.dispose();
            history.dispose();
            inTopic?.dispose();
        },
    };
}

/** What is searched as a tag, not as an id. */
const TAG = /^[A-Za-z][\w.-]{0,63}=./;

function historyWords({ topics, left, unreadable, more, topic, searchedTo }) {
    const searched = plural(topics, 'topic');
    const words = !more ? t`Searched the histories of ${searched} (all).` : searchedTo ? t`Searched the histories of ${searched}, and ${topic} down to ${moment(searchedTo)}; ${plural(left, 'group')} left.` : t`Searched the histories of ${searched}; ${plural(left, 'group')} left.`;
    return unreadable.length > 0 ? `${words} ${t`Redis refused the search in ${unreadable.join(t`, `)}.`}` : words;
}

function groupsWords({ groups, left, unreadable }) {
    const searched = plural(groups, 'group');
    const words = left > 0 ? t`Searched ${searched}; ${count(left)} left.` : unreadable.length > 0 ? t`Searched ${searched}.` : t`Searched ${searched} (all).`;
    return unreadable.length > 0 ? `${words} ${t`Redis refused the search in ${unreadable.join(t`, `)}.`}` : words;
}

/** List of results that grows with each answer, and says what has been searched. */
function results({ testid, title, none, ask, words }) {
    let disposed = false;
    const seen = { groups: 0, topics: 0, tasks: 0, left: 0, unreadable: [], more: false };
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

    function show({ tasks, records, topic, searchedTo, searchedTopics = 0, searchedGroups = 0, unsearchedGroups = 0, unreadableGroups = [], searchedTasks = 0, next: cursor }) {
        if (disposed) {
            return;
        }
        seen.groups += searchedGroups;
        seen.topics += searchedTopics;
        seen.tasks += searchedTasks;
        Object.assign(seen, { topic, searchedTo });
        seen.left = unsearchedGroups;
        seen.unreadable.push(...unreadableGroups);
        seen.more = cursor !== undefined;
        list.append(...(records ? records.map(foundRecord) : tasks.map(foundTask)));
        node.hidden = Boolean(records) && seen.topics === 0 && !seen.more && list.childElementCount === 0;
        fill(below,
            list.childElementCount === 0 ? emptyState({ title: t`Nothing found`, text: none }) : null,
            h('p', { class: 'muted num', role: 'status', data: { testid: 'searched' } }, words(seen)),
            seen.more ? h('p', {}, furtherButton(() => next(cursor))) : null);
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

const foundRecord = (record) =>
    h('li', { data: { testid: 'found-record' } },
        outcomeBadge(record.outcome),
        h('span', { class: 'found-names' },
            recordLink(record),
            h('span', { class: 'muted task-line wrap' }, joined([`${record.group} / ${record.topic}`, moment(record.endedAt), labelWords(record), resultWords(record)]))));
