import { get, path } from './api.js';
import { mostOverdue, needMostFirst } from './attention.js';
import { count, plural } from './format.js';
import { t } from './language.js';

/** Maximum number of groups; each costs a call. */
const MAX_GROUPS = 4;
const STATES = ['delayed', 'ready', 'reserved', 'dead'];
const VALUES = {
    name: () => 0,
    overdue: ({ overdueMillis }) => overdueMillis ?? 0,
    ...Object.fromEntries(STATES.map((state) => [state, (row) => row[state] ?? 0])),
};

/**
 * Reads the data of the overview by plain calls: of the selected group, else of the first ones. `remark` describes the missing
 * part.
 */
export async function pollOverview(view, size) {
    const { groups } = await get('groups');
    const wanted = groups.filter(({ group }) => !view.group || group === view.group);
    const asked = wanted.slice(0, MAX_GROUPS);
    const answers = await Promise.all(asked.map(({ group }) => get(path`groups/${group}/topics`, { search: view.search, limit: size })));
    const rows = answers.flatMap(({ topics }) => topics).sort(order(view));
    return {
        groups: asked.map((group, i) => groupOf(group, answers[i].topics)),
        topics: { total: rows.length, page: view.page, size, rows: rows.slice(view.page * size, (view.page + 1) * size) },
        remark: wanted.length === 0 && groups.length > 0 ? t`There is no group ${view.group}.` : remark(rows, asked, wanted, view, answers.some(({ next }) => next !== undefined)),
    };
}

function order({ sort, descending }) {
    if (sort === 'attention') {
        return needMostFirst;
    }
    const direction = descending ? -1 : 1;
    const byName = (a, b) => a.group.localeCompare(b.group) || a.topic.localeCompare(b.topic);
    return (a, b) => direction * (VALUES[sort](a) - VALUES[sort](b)) || (sort === 'name' ? direction : 1) * byName(a, b);
}

function groupOf({ group, topics, registered }, rows) {
    const sum = (member) => rows.reduce((total, row) => total + (row[member] ?? 0), 0);
    const latest = mostOverdue(rows);
    return {
        group,
        topics,
        registered,
        complete: rows.length >= topics,
        ...Object.fromEntries(STATES.map((state) => [state, sum(state)])),
        paused: rows.filter(({ paused }) => paused).length,
        overdueMillis: latest?.overdueMillis ?? 0,
        overdueTopic: latest?.topic,
    };
}

function remark(rows, asked, wanted, { search }, more) {
    if (asked.length === wanted.length && !more && !search) {
        return '';
    }
    const topics = plural(rows.length, search ? 'matching topic' : 'topic');
    const groups = asked.length === wanted.length ? plural(asked.length, 'group') : t`the first ${count(asked.length)} of ${count(wanted.length)} groups`;
    const first = asked.length > 1 ? t`${topics}, the first of each group by name,` : t`the first ${topics} by name`;
    return t`Showing ${more ? first : topics} in ${groups}, because live updates are off.`;
}
