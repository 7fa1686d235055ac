import { confirmed } from './actions.js';
import { currentQueue, path, post, put, remove } from './api.js';
import { delayInput, field, formDialog } from './components/forms.js';
import { toast } from './components/toast.js';
import { h } from './dom.js';
import { joined, topicName } from './format.js';
import { t } from './language.js';

/** Names a limit with its group. */
const limitName = ({ group, name }) => `${group}/${name}`;

const limitPath = ({ group, name }) => path`groups/${group}/limits/${name}`;

/** The values of a limit, in words. */
export const valueWords = ({ concurrency, rate, burst }) =>
    joined([concurrency && t`${concurrency} at once`, rate, burst && t`burst ${burst}`], t`, `);

/** Asks for the values of a limit, and sets them. */
export function openSetLimit(limit, done) {
    const queue = currentQueue();
    const number = (name) => h('input', { type: 'number', min: '1', step: '1', class: 'input num', name, value: limit[name] });
    const concurrency = number('concurrency');
    const rate = h('input', { class: 'input', name: 'rate', autocomplete: 'off', value: limit.rate });
    const burst = number('burst');
    const entered = ({ value }) => (value === '' ? undefined : Number(value));
    formDialog({
        title: t`Set the limit ${limitName(limit)}`,
        testid: 'limit-form',
        action: t`Set`,
        rows: [
            h('p', { class: 'muted' }, t`It holds over all instances, at once, until it is reset or the code declares another one. Running tasks continue.`),
            field(t`Tasks that run at once`, concurrency, t`If left empty, any number.`).node,
            field(t`Rate`, rate, t`Tasks that begin in a second, minute or hour: 100/s, 10/m, 5/h. If left empty, any number.`).node,
            field(t`Burst`, burst, t`Tasks of the rate that may begin at once after a pause. If left empty, those of a tenth of a second.`).node,
        ],
        async send() {
            const perTime = rate.value.trim() || undefined;
            await put(limitPath(limit), { concurrency: entered(concurrency), rate: perTime, burst: perTime && entered(burst) }, { queue });
            toast(t`The limit ${limit.name} is set`);
            done();
        },
    });
}

/** Asks for a time, and holds a limit for it. */
export const openHoldLimit = (limit, done) =>
    openHold(t`the limit ${limitName(limit)}`, `${limitPath(limit)}/hold`, t`No instance starts a task of its topics until the hold ends by itself, or is ended here. Running tasks continue.`, done);

/** Asks for a time, and holds a topic for it. */
export const openHoldTopic = (topic, done) =>
    openHold(topicName(topic), path`groups/${topic.group}/topics/${topic.topic}/hold`, t`No instance starts a task of the topic until the hold ends by itself, or is ended here. Running tasks continue.`, done);

function openHold(name, callPath, effect, done) {
    const queue = currentQueue();
    const delay = delayInput(10, 'm', t`For`);
    formDialog({
        title: t`Hold ${name}`,
        testid: 'hold-form',
        action: t`Hold`,
        rows: [h('p', { class: 'muted' }, effect), delay.node],
        async send() {
            delay.say(delay.value() === null ? t`Enter a number of at least 0.` : '');
            if (delay.value() === null) {
                return false;
            }
            const { held } = await post(callPath, { delay: delay.value() }, { queue });
            toast(held === false ? t`${name} is paused already` : t`Held: ${name}`);
            done();
            return true;
        },
    });
}

/** Ends the hold of a limit after a confirmation. */
export const endHold = (limit, done) =>
    change({ title: t`End the hold of ${limitName(limit)}?`, text: t`Consumers start tasks of its topics again.`, action: t`End the hold` },
        (queue) => post(`${limitPath(limit)}/hold`, { delay: '0s' }, { queue }), t`The hold of ${limit.name} has ended`, done);

/** Resets a limit to what the code declares, or removes a limit that was only set, after a confirmation. */
export const resetLimit = (limit, declared, done) =>
    change(declared
        ? { title: t`Reset the limit ${limitName(limit)}?`, text: t`The limit is then what the code declares: ${valueWords(declared)}.`, action: t`Reset` }
        : { title: t`Remove the limit ${limitName(limit)}?`, text: t`No application declares this limit. Without it, tasks of its topics are not limited by it.`, action: t`Remove`, danger: true },
        (queue) => remove(limitPath(limit), { queue }), declared ? t`${limit.name} is reset` : t`${limit.name} is removed`, done);

const change = (question, send, said, done) =>
    confirmed(question, async (queue) => {
        await send(queue);
        toast(said);
        done();
    });
