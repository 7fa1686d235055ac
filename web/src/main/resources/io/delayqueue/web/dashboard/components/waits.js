import { get, path } from '../api.js';
import { fill, h } from '../dom.js';
import { moment, plural } from '../format.js';
import { warning } from './messages.js';

const REFRESH_MILLIS = 5_000;

/** Why a task waits, in words. */
export function waitWords({ reason, until, limit, ahead }) {
    switch (reason) {
        case 'PAUSED':
            return 'The topic is paused';
        case 'HELD':
            return `The topic is held until ${moment(until)}`;
        case 'LIMIT':
            return limitWords(limit);
        case 'KEY':
            return 'Other tasks of its key come first';
        case 'BATCH':
            return `The next batch waits for more ready tasks until ${moment(until)}`;
        case 'DRAINED':
            return 'All instances that consume the topic are drained';
        case 'NO_CONSUMER':
            return 'No instance consumes the topic';
        default:
            return ahead > 0 ? `Behind ${plural(ahead, 'other ready task')}` : 'About to begin';
    }
}

function limitWords({ limit, running, heldUntil, nextToken }) {
    if (heldUntil) {
        return `The limit ${limit.name} is held until ${moment(heldUntil)}`;
    }
    const places = limit.concurrency ? `: ${running} of ${limit.concurrency} run` : '';
    return `The limit ${limit.name} is reached${places}${nextToken ? `; the next task may begin at ${moment(nextToken)}` : ''}`;
}

/** Says that a hold, a limit or a batch lets the ready tasks of a topic wait. Other reasons are said elsewhere. */
export function waitNote(group, topic) {
    const node = h('div');
    let readAt = 0;
    let shown = '';

    function show(words) {
        if (words !== shown) {
            shown = words;
            fill(node, words === '' ? null : warning(`${words}.`));
        }
    }

    return {
        node,
        /** Reads the reason if there are ready tasks, at most every five seconds. */
        async update(ready) {
            if (!ready) {
                show('');
            } else if (Date.now() - readAt >= REFRESH_MILLIS) {
                readAt = Date.now();
                try {
                    const wait = await get(path`groups/${group}/topics/${topic}/wait`);
                    show(['HELD', 'LIMIT', 'BATCH'].includes(wait.reason) ? waitWords(wait) : '');
                } catch {
                    // The page shows that other calls fail.
                }
            }
        },
    };
}
