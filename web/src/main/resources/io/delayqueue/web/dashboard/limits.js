import { attempt } from './actions.js';
import { currentQueue, path, post, put, remove } from './api.js';
import { confirm } from './components/dialog.js';
import { delayInput, field, formDialog } from './components/forms.js';
import { toast } from './components/toast.js';
import { h } from './dom.js';
import { topicName } from './format.js';

/** Names a limit with its group. */
const limitName = ({ group, name }) => `${group}/${name}`;

const limitPath = ({ group, name }) => path`groups/${group}/limits/${name}`;

/** The values of a limit, in words. */
export const valueWords = ({ concurrency, rate, burst }) =>
    [concurrency && `${concurrency} at once`, rate, burst && `burst ${burst}`].filter(Boolean).join(', ');

/** Asks for the values of a limit, and sets them. */
export function openSetLimit(limit, done) {
    const queue = currentQueue();
    const number = (name) => h('input', { type: 'number', min: '1', step: '1', class: 'input num', name, value: limit[name] });
    const concurrency = number('concurrency');
    const rate = h('input', { class: 'input', name: 'rate', autocomplete: 'off', value: limit.rate });
    const burst = number('burst');
    const entered = ({ value }) => (value === '' ? undefined : Number(value));
    formDialog({
        title: `Set the limit ${limitName(limit)}`,
        testid: 'limit-form',
        action: 'Set',
        rows: [
            h('p', { class: 'muted' }, 'It holds over all instances, at once, until it is reset or the code declares another one. Running tasks continue.'),
            field('Tasks that run at once', concurrency, 'If left empty, any number.').node,
            field('Rate', rate, 'Tasks that begin in a second, minute or hour: 100/s, 10/m, 5/h. If left empty, any number.').node,
            field('Burst', burst, 'Tasks of the rate that may begin at once after a pause. If left empty, those of a tenth of a second.').node,
        ],
        async send() {
            const perTime = rate.value.trim() || undefined;
            await put(limitPath(limit), { concurrency: entered(concurrency), rate: perTime, burst: perTime && entered(burst) }, { queue });
            toast(`The limit ${limit.name} is set`);
            done();
        },
    });
}

/** Asks for a time, and holds a limit for it. */
export const openHoldLimit = (limit, done) =>
    openHold(`the limit ${limitName(limit)}`, `${limitPath(limit)}/hold`, 'No instance starts a task of its topics', done);

/** Asks for a time, and holds a topic for it. */
export const openHoldTopic = (topic, done) =>
    openHold(topicName(topic), path`groups/${topic.group}/topics/${topic.topic}/hold`, 'No instance starts a task of the topic', done);

function openHold(name, callPath, effect, done) {
    const queue = currentQueue();
    const delay = delayInput(10, 'm', 'For');
    formDialog({
        title: `Hold ${name}`,
        testid: 'hold-form',
        action: 'Hold',
        rows: [h('p', { class: 'muted' }, `${effect} until the hold ends by itself, or is ended here. Running tasks continue.`), delay.node],
        async send() {
            delay.say(delay.value() === null ? 'Enter a number of at least 0.' : '');
            if (delay.value() === null) {
                return false;
            }
            const { held } = await post(callPath, { delay: delay.value() }, { queue });
            toast(held === false ? `${name} is paused already` : `Held: ${name}`);
            done();
            return true;
        },
    });
}

/** Ends the hold of a limit after a confirmation. */
export const endHold = (limit, done) =>
    change({ title: `End the hold of ${limitName(limit)}?`, text: 'Consumers start tasks of its topics again.', action: 'End the hold' },
        (queue) => post(`${limitPath(limit)}/hold`, { delay: '0s' }, { queue }), `The hold of ${limit.name} has ended`, done);

/** Resets a limit to what the code declares, or removes a limit that was only set, after a confirmation. */
export const resetLimit = (limit, declared, done) =>
    change(declared
        ? { title: `Reset the limit ${limitName(limit)}?`, text: `The limit is then what the code declares: ${valueWords(declared)}.`, action: 'Reset' }
        : { title: `Remove the limit ${limitName(limit)}?`, text: 'No application declares this limit. Without it, tasks of its topics are not limited by it.', action: 'Remove', danger: true },
        (queue) => remove(limitPath(limit), { queue }), `${limit.name} is ${declared ? 'reset' : 'removed'}`, done);

async function change(question, send, said, done) {
    const queue = currentQueue();
    if (await confirm(question)) {
        await attempt(async () => {
            await send(queue);
            toast(said);
            done();
        });
    }
}
